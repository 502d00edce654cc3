/** How this document came: by an address, by a reload, by Back. Undefined where the browser does not tell. */
export function navigationType(): PerformanceNavigationTiming['type'] | undefined {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return document?.type;
}
