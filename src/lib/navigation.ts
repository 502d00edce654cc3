// How a page was reached, according to the browser and the router.

/** How this document was loaded: by address, reload or Back. Undefined if the browser does not say. */
export function navigationType(): PerformanceNavigationTiming['type'] | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type;
}

/**
 * Navigation state for a page whose address changes while it is open, as when a playlist created on this device gets the archive's id. The
 * scroll position and the focus are kept.
 */
export const samePage = { isSamePage: true } as const;

export function isSamePage(navigationState: unknown): boolean {
  return (navigationState as { isSamePage?: unknown } | null)?.isSamePage === true;
}
