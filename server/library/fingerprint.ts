// The fingerprint of an imported video, a text that only this folder parses. It contains the state of the files beside the media file, and
// the states of the channel's and the playlists' own descriptions when they were last written. Because of the fingerprints, a second import
// of an unchanged library reads no files.
import { createHash } from 'node:crypto';
import type { VideoFiles } from './group-files.ts';
import type { FoundFile } from './scan-library.ts';

/** Increased when the rules for reading change, so that everything is read again. */
const rulesVersion = '1';

export interface Fingerprint {
  /** The state of the files beside the media file (`sidecarHash`). */
  sidecarState: string;
  /** When the video's description was written, in Unix seconds. */
  describedAt: number;
  channelId: string;
  /** The state of the channel's own description; empty if it has none. */
  channelState: string;
  /** Playlists that the video belongs to, each with its description's state. */
  playlists: Map<string, string>;
}

export function formatFingerprint(fingerprint: Fingerprint): string {
  const playlists = [...fingerprint.playlists].map(([id, state]) => `${id}@${state}`);
  return [rulesVersion, fingerprint.sidecarState, String(fingerprint.describedAt), `${fingerprint.channelId}@${fingerprint.channelState}`, ...playlists].join(
    ' ',
  );
}

/** Null if the text is empty or was written under other rules. */
export function parseFingerprint(text: string): Fingerprint | null {
  const [version, sidecarState, describedAt, channel, ...playlists] = text.split(' ');
  if (version !== rulesVersion || sidecarState === undefined || describedAt === undefined || channel === undefined) return null;
  const [channelId, channelState] = splitAt(channel);
  return { sidecarState, describedAt: Number(describedAt), channelId, channelState, playlists: new Map(playlists.map(splitAt)) };
}

function splitAt(text: string): [string, string] {
  const separator = text.indexOf('@');
  return [text.slice(0, separator), text.slice(separator + 1)];
}

/** The state of a video's companions. The base name is left out, so that a video that is moved with its companions keeps this state. */
export function sidecarHash(files: VideoFiles): string {
  const companions: [string, FoundFile | null][] = [
    ['info', files.info],
    ['description', files.description],
    ['picture', files.picture],
    ...files.subtitles.map(({ lang, file }): [string, FoundFile] => [`vtt ${lang}`, file]),
    ...files.foreignSubtitles.map(({ lang, file }): [string, FoundFile] => [`track ${lang}`, file]),
  ];
  return stateOf(companions.filter(([, file]) => file !== null).map(([role, file]) => [role, file?.sizeBytes, file?.modifiedMs]));
}

export function stateOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
