// Adds facts to a download's description: the playlist that the video was found in, and facts from external services. The fields are those
// that yt-dlp would use, so an import reads these facts like any others. An unavailable service is not a failure.
import { rename, writeFile } from 'node:fs/promises';
import type { QueuedDownload } from '../archive/download-runs.ts';
import { isVideoId } from '../library/derived-ids.ts';
import { text, type Info } from '../library/info-values.ts';
import { siteOfInfo } from '../library/video-facts.ts';
import type { Log } from '../log/log.ts';
import type { Lookup } from '../external-services/lookup.ts';
import type { ExternalServices } from '../external-services/external-services.ts';

export interface WantedExtras {
  /** The setting `integrate_sponsorblock`; the channel's value takes precedence. */
  segments: boolean;
  /** The setting `integrate_ryd`. */
  dislikes: boolean;
}

export interface CompleteDeps {
  externalServices: Pick<ExternalServices, 'lookUpSegments' | 'lookUpDislikes'>;
  log: Log;
}

/** @param file the description's absolute path */
export async function completeDescription(
  deps: CompleteDeps,
  file: string,
  info: Info,
  listedFields: QueuedDownload['listedFields'],
  wantedExtras: WantedExtras,
): Promise<void> {
  const fieldsOfList = text(info, 'playlist_id') === null ? listedFields : null;
  const extras = await fetchExtras(deps, info, wantedExtras);
  if (fieldsOfList === null && Object.keys(extras).length === 0) return;
  await writeFile(`${file}.new`, JSON.stringify({ ...info, ...fieldsOfList, ...extras }));
  await rename(`${file}.new`, file);
}

async function fetchExtras({ externalServices, log }: CompleteDeps, info: Info, wantedExtras: WantedExtras): Promise<Record<string, unknown>> {
  const id = text(info, 'id');
  if (id === null || siteOfInfo(info) !== 'youtube' || !isVideoId(id)) return {};
  const [segments, votes] = await Promise.all([
    wantedExtras.segments ? externalServices.lookUpSegments(id) : null,
    wantedExtras.dislikes ? externalServices.lookUpDislikes(id) : null,
  ]);
  for (const lookup of [segments, votes] as (Lookup<unknown> | null)[])
    if (lookup?.kind === 'failed') log.warn(`${text(info, 'title') ?? id}: ${lookup.message}`);
  const extras: Record<string, unknown> = {};
  if (segments?.kind === 'found') {
    extras['sponsorblock_chapters'] = segments.value.map(({ uuid, actionType, category, startSeconds, endSeconds, votes: count, isLocked }) => ({
      UUID: uuid,
      actionType,
      category,
      start_time: startSeconds,
      end_time: endSeconds,
      votes: count,
      locked: isLocked,
    }));
  }
  if (votes?.kind === 'found' && votes.value !== null) {
    extras['dislike_count'] = votes.value.dislikeCount;
    if (votes.value.averageRating !== null) extras['average_rating'] = votes.value.averageRating;
  }
  return extras;
}
