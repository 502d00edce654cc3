// Reads the archive's list of the videos of a channel or a playlist, for a mark of all of them (send-wide-mark.ts). Reading all pages can take
// longer than a claim lasts, so each answer renews the claim.
import type { WireVideo } from '../../contract/names.ts';
import { ok, type Result } from '../../lib/result.ts';
import { keepClaim } from '../../mirror/sending-claim.ts';
import type { MarkChannelWatched } from '../../mutations/kinds/mark-channel-watched.ts';
import type { MarkPlaylistWatched } from '../../mutations/kinds/mark-playlist-watched.ts';
import type { ApiError } from '../../network/api-error.ts';
import type { SendPorts } from '../row-outcome.ts';
import type { RowOf } from './sender.ts';

export type WideRow = RowOf<MarkChannelWatched | MarkPlaylistWatched>;

export interface VideoList {
  videos: WireVideo[];
  /** The number of videos on all pages. */
  count: number;
  /** The last page that the archive serves, if the list has further pages; null if the archive serves all. */
  cappedAtPage: number | null;
}

export interface WholeList {
  byId: Map<string, WireVideo>;
  /** Whether videos may be missing, because the list changed between two pages or has more videos than the archive serves. */
  isIncomplete: boolean;
}

/** The archive lists at most 10 000 items (docs/behaviour.md, Pages). */
const maxPages = 1_000;

/**
 * Reads one page of the list. For a deleted playlist, the error is that of the playlist.
 * @throws {FencedOff}
 */
export async function readList({ api, signal, mirror, epoch }: SendPorts, { mutation }: WideRow, search: string): Promise<Result<VideoList, ApiError>> {
  const answer = await api.listVideos(search, signal);
  await keepClaim(mirror, epoch);
  if (answer.ok) {
    const { data, paginate } = answer.value;
    return ok({ videos: data, count: paginate?.total_hits ?? data.length, cappedAtPage: paginate?.max_hits ? paginate.last_page : null });
  }
  // Present servers answer 500 to the list of a deleted playlist.
  if (answer.error.kind !== 'server-error' || mutation.kind !== 'mark-playlist-watched') return answer;
  const playlist = await api.getPlaylist(mutation.playlistId, signal);
  return playlist.ok ? answer : playlist;
}

/**
 * Reads all pages that the archive serves.
 * @throws {FencedOff}
 */
export async function listAll(ports: SendPorts, row: WideRow, search: string): Promise<Result<WholeList, ApiError>> {
  const byId = new Map<string, WireVideo>();
  const counts = new Set<number>();
  let isCapped = false;
  for (let page = 1; page <= maxPages; page += 1) {
    const answer = await readList(ports, row, `${search}&page=${page}`);
    if (!answer.ok) return answer;
    const { videos, count, cappedAtPage } = answer.value;
    for (const video of videos) byId.set(video.youtube_id, video);
    counts.add(count);
    isCapped ||= cappedAtPage !== null;
    if (byId.size >= count || videos.length === 0) break;
    // Present servers answer 500 to the page after the last one.
    if (cappedAtPage !== null && page >= cappedAtPage) break;
  }
  return ok({ byId, isIncomplete: isCapped || counts.size > 1 });
}
