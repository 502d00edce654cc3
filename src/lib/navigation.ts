// How a page was come to, as the browser and the router tell it.

/** How this document came: by an address, by a reload, by Back. Undefined where the browser does not tell. */
export function navigationType(): PerformanceNavigationTiming['type'] | undefined {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return document?.type;
}

/**
 * A page whose address changes under it: a playlist that was made here gets the archive's id while it is open. Goes along as the state
 * of the navigation, so that the scroll place and the focus stay where they are.
 */
export const samePage = { isSamePage: true } as const;

export function isSamePage(navigationState: unknown): boolean {
  return (navigationState as { isSamePage?: unknown } | null)?.isSamePage === true;
}
