// For tests that check that a text is read in linear time. Unlike elapsed time, processor time does not depend on the machine's other
// work.

/** Milliseconds of processor time that this process has used since `before` (`process.cpuUsage()`). */
export function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
