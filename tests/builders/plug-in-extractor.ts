// Makes yt-dlp load the extractors of the made-up sites (library-extractor) until the tests of the file have ended.
import path from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';

const plugins = path.resolve(import.meta.dirname, 'library-extractor');

export function usePlugInExtractor(): void {
  beforeAll(() => {
    vi.stubEnv('PYTHONPATH', plugins);
    vi.stubEnv('PYTHONDONTWRITEBYTECODE', '1');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });
}
