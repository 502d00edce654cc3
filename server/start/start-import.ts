// Takes the library in, behind the running server. An import that fails says so and leaves the server running: what was
// imported before stays watchable.
import { startLibrary, type LibraryOptions } from '../library/start-library.ts';

export interface RunningImport {
  /** Never rejects. */
  firstImport: Promise<void>;
  stop(): Promise<void>;
}

export async function startImport(options: LibraryOptions): Promise<RunningImport> {
  const library = await startLibrary(options);
  return {
    // Its failure is said where it happens.
    firstImport: library.firstImport.then(
      () => undefined,
      () => undefined,
    ),
    stop: () => library.stop(),
  };
}
