// The number on the installed app's icon: what needs the user's attention. Absent in most browsers that only show a page.

/** 0 removes it. */
export function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Refused if the app is not installed: then there is no icon.
  void navigator.setAppBadge(count).catch(() => undefined);
}
