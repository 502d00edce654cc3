/** While one call runs, further ones get its promise instead of starting another. */
export function singleFlight<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null;
  return () => {
    running ??= work().finally(() => (running = null));
    return running;
  };
}
