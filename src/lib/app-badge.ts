// The number on the installed app's icon: the items that need the user's attention. Most browsers show it only for installed apps.

/** A count of 0 removes the badge. */
export function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // The browser refuses if the app is not installed, because there is no icon.
  void navigator.setAppBadge(count).catch(() => undefined);
}
