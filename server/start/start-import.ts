// Imports the library while the server runs. A failing import is logged and leaves the server running, so videos imported before stay
// watchable.
import { startLibrary, type LibraryOptions } from '../library/start-library.ts';

export interface RunningImport {
  /** Never rejects. */
  firstImport: Promise<void>;
  stop(): Promise<void>;
}

export async function startImport(options: LibraryOptions): Promise<RunningImport> {
  const library = await startLibrary(options);
  return {
    // Failures are logged where they happen.
    firstImport: library.firstImport.then(
      () => undefined,
      () => undefined,
    ),
    stop: () => library.stop(),
  };
}
