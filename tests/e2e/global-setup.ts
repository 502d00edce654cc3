// Fills one data folder from the sample library, once for a run; every test starts its archive on a copy of it.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createArchiveProcess, projectRoot, signInByApi } from './archive-process.ts';
import { cp } from 'node:fs/promises';

export const templateFolder = path.join(projectRoot, 'test-results/.archive-template');

/** The import of the sample library takes a second or two; a minute means that it hangs. */
const patienceMs = 60_000;

export default async function fillTemplate(): Promise<void> {
  await rm(templateFolder, { recursive: true, force: true });
  const archive = await createArchiveProcess();
  try {
    await archive.start();
    const call = await signInByApi(archive.url);
    const deadline = Date.now() + patienceMs;
    for (let stable = 0, last = -1; stable < 3;) {
      if (Date.now() > deadline) throw new Error('the sample library is not imported');
      const answer = (await (await call('/api/video/?page_size=500')).json()) as { paginate?: { total_hits: number } };
      const total = answer.paginate?.total_hits ?? 0;
      stable = total > 0 && total === last ? stable + 1 : 0;
      last = total;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await archive.stop();
    await cp(archive.dataFolder, templateFolder, { recursive: true });
  } finally {
    await archive.remove();
  }
}
