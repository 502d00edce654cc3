// Computes samples (media-sample.ts) for the media files that have none, one after another with a pause between them. A file that is renamed
// later can be recognized by its sample (moved-media.ts). The sampler runs after the import, because reading 2 MiB of each file would double
// the import's time on a slow disk. If the server stops, the next run continues.
import { setTimeout } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/records.ts';
import type { ScannedPlaces } from './library-places.ts';
import { sampleOf } from './media-sample.ts';

export interface Sampler {
  /** Starts a run. If one is in progress, another follows it for the new files. */
  run(): void;
  /** Resolves when the current run has ended. */
  settled(): Promise<void>;
}

interface SamplerOptions {
  places: Pick<ScannedPlaces, 'absolute'>;
  catalogue: Catalogue;
  pauseMs: number;
  signal: AbortSignal;
}

/** Rows fetched at a time. Reading their files takes seconds. */
const filesPerPage = 50;

export function createSampler({ places, catalogue, pauseMs, signal }: SamplerOptions): Sampler {
  let currentRun: Promise<void> | null = null;
  let isRunRequested = false;

  async function sampleAll(): Promise<void> {
    let lastRow = 0;
    while (!signal.aborted) {
      const page = catalogue.unsampledAfter(lastRow, filesPerPage);
      if (page.length === 0) return;
      for (const { row, videoId, mediaFile, sizeBytes } of page) {
        if (signal.aborted) return;
        lastRow = row;
        const sample = await sampleOf(places.absolute(mediaFile), sizeBytes);
        if (sample !== null) catalogue.rememberSamples(new Map([[videoId, sample]]));
        // The pause rejects only when the server stops.
        await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    run() {
      if (currentRun !== null) return void (isRunRequested = true);
      currentRun = sampleAll()
        // After a failure, such as a full disk or a lack of file descriptors, the next import pass starts another run.
        .catch(() => undefined)
        .finally(() => {
          currentRun = null;
          if (!isRunRequested || signal.aborted) return;
          isRunRequested = false;
          this.run();
        });
    },
    settled: async () => void (await currentRun),
  };
}
