// The last step of an import pass over the whole library, after channels and playlists have been written: stores their states in the
// fingerprints of their videos. If a crash prevents this step, fingerprints written in this pass lack the states, and the next pass writes
// the channels and playlists of these videos again.
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
  writtenVideos: VideoWriter['writtenVideos'];
  channels: Pick<ChannelsOfPass, 'stateOf'>;
  playlists: Pick<PlaylistsOfPass, 'statesOf'>;
}

export async function rememberStates({ catalogue, diff, writtenVideos, channels, playlists }: RememberInput): Promise<void> {
  let changedFingerprints = new Map<string, string>();
  for await (const media of everyMedia(catalogue)) {
    const fingerprint = writtenVideos.has(media.videoId) || diff.isUnchanged(media) ? parseFingerprint(media.fingerprint) : null;
    if (!fingerprint) continue;
    const completeFingerprint = formatFingerprint({
      ...fingerprint,
      channelState: channels.stateOf(fingerprint.channelId),
      playlists: playlists.statesOf(media.videoId, fingerprint.playlists.keys()),
    });
    if (completeFingerprint !== media.fingerprint) changedFingerprints.set(media.videoId, completeFingerprint);
    if (changedFingerprints.size < fingerprintsPerBatch) continue;
    catalogue.rememberFingerprints(changedFingerprints);
    changedFingerprints = new Map();
    await yieldEventLoop();
  }
  if (changedFingerprints.size > 0) catalogue.rememberFingerprints(changedFingerprints);
}
