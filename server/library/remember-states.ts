// The last step of an import pass over the whole library: completes the fingerprints with the states of channels and playlists, which have
// been written by then. After a crash, the next pass writes the channels and playlists of incomplete fingerprints again.
import type { Catalogue } from '../catalogue/records.ts';
import { yieldEventLoop } from './bounded.ts';
import type { ChannelsOfPass } from './channels-of-pass.ts';
import { formatFingerprint, parseFingerprint } from './fingerprint.ts';
import { everyMedia, type LibraryDiff } from './compare-library.ts';
import type { PlaylistsOfPass } from './playlists-of-pass.ts';
import type { VideoWriter } from './write-videos.ts';

/** A batch takes SQLite about 10 ms. */
const fingerprintsPerBatch = 250;

export interface RememberInput {
  catalogue: Catalogue;
  diff: Pick<LibraryDiff, 'isUnchanged'>;
  written: VideoWriter['written'];
  channels: Pick<ChannelsOfPass, 'stateOf'>;
  playlists: Pick<PlaylistsOfPass, 'statesOf'>;
}

export async function rememberStates({ catalogue, diff, written, channels, playlists }: RememberInput): Promise<void> {
  let changed = new Map<string, string>();
  for await (const media of everyMedia(catalogue)) {
    const fingerprint = written.has(media.videoId) || diff.isUnchanged(media) ? parseFingerprint(media.fingerprint) : null;
    if (!fingerprint) continue;
    const complete = formatFingerprint({
      ...fingerprint,
      channelState: channels.stateOf(fingerprint.channelId),
      playlists: playlists.statesOf(media.videoId, fingerprint.playlists.keys()),
    });
    if (complete !== media.fingerprint) changed.set(media.videoId, complete);
    if (changed.size < fingerprintsPerBatch) continue;
    catalogue.rememberSidecars(changed);
    changed = new Map();
    await yieldEventLoop();
  }
  if (changed.size > 0) catalogue.rememberSidecars(changed);
}
