// The number on the icon of the installed app: what needs the person. Absent in most browsers that only show a page.

/** 0 takes it away. */
export function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Refused where the app is not installed: then there is no icon to mark.
  void navigator.setAppBadge(count).catch(() => undefined);
}
