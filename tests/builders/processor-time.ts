// For tests that check that a text is read in linear time. Unlike elapsed time, processor time does not depend on the machine's other
// work.

/** Milliseconds of processor time that this process has used since `startUsage` (`process.cpuUsage()`). */
export function processorMsSince(startUsage: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(startUsage);
  return (user + system) / 1_000;
}
