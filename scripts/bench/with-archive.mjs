// Sets up the environment of the bench's browser rows: an archive, a proxy in front of it, and a device.
import { createArchiveProcess } from '../../tests/e2e/archive-process.ts';
import { openDevice, signIn, waitForWorker } from '../../tests/e2e/device.ts';
import fillTemplate, { templateFolder } from '../../tests/e2e/global-setup.ts';
import { startFaultProxy } from '../../tests/doubles/fault-proxy.ts';

let isTemplateReady = false;

/** Runs `measure` with a new archive, which is removed afterwards. Its library is `library` or, by default, the sample library. */
export async function withArchive(measure, { viewport, library } = {}) {
  if (!isTemplateReady) await fillTemplate();
  isTemplateReady = true;
  const archive = await createArchiveProcess({ template: templateFolder, ...(library ? { library } : {}) });
  await archive.start();
  if (library) await archive.waitForImport();
  const proxy = await startFaultProxy({ port: archive.port });
  const device = await openDevice(viewport ? { viewport } : {});
  try {
    const page = device.context.pages()[0] ?? (await device.context.newPage());
    return await measure({ archive, proxy, device, page, signIn: () => signIn(page, proxy.url), waitForWorker: () => waitForWorker(page) });
  } finally {
    await device.close();
    await proxy.close();
    await archive.remove();
  }
}

/** The q-quantile by nearest rank, 0 < q ≤ 1: the smallest number that at least a share `q` of the numbers does not exceed. */
export function quantile(numbers, q) {
  const sortedNumbers = [...numbers].sort((left, right) => left - right);
  return sortedNumbers[Math.min(sortedNumbers.length - 1, Math.ceil(q * sortedNumbers.length) - 1)];
}
