// Reads a media file's duration and streams from its headers with mediabunny, without ffmpeg. Called for new and changed files only, by an
// import pass and after a download. Reads only a few hundred kilobytes, whatever the file's size, except that a file that declares no
// duration, such as raw AAC, may be read to its end.
import { open } from 'node:fs/promises';
import type { Input, InputTrack } from 'mediabunny';
import type { StreamRecord } from '../catalogue/records.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { declaredEnd } from './container-end.ts';
import { boundedCount, isDuration } from './info-values.ts';
import { reasonOf } from './reasons.ts';
import { boundedSide } from './video-facts.ts';

export interface Probe {
  durationSeconds: number;
  streams: StreamRecord[];
}

/** `isTransient`: the file could not be read now, but perhaps later. */
export type ProbeOutcome = { ok: true; probe: Probe } | { ok: false; reason: string; isTransient: boolean };

/** Enough for the headers of hour-long files. With mediabunny's default of 8 MiB, eight files at a time would take 64 MiB. */
const cacheBytes = 1024 * 1024;
/** The archive's API names these codecs differently from mediabunny. */
const shortNames: Record<string, string> = { avc: 'h264' };

/**
 * @param isDurationKnown whether the description beside the file contains the duration, so that expensive ways to determine it are skipped
 */
export async function probeMedia(file: string, sizeBytes: number, isDurationKnown: boolean): Promise<ProbeOutcome> {
  if (sizeBytes === 0) return failedProbe(importReasons.emptyFile);
  try {
    const end = await declaredEndOf(file, sizeBytes);
    if (end !== null && end > sizeBytes) return failedProbe(importReasons.cutOff(sizeBytes, end));
  } catch (error) {
    return readFailure(error);
  }
  const input = await openMedia(file);
  try {
    const tracks = await input.getTracks();
    const streams = (await Promise.all(tracks.map(streamOf))).filter((stream) => stream !== null).map((stream, index) => ({ ...stream, index }));
    if (streams.length === 0) return failedProbe(importReasons.noTracks);
    const declaredSeconds = (await input.getDurationFromMetadata()) ?? (isDurationKnown ? 0 : await input.computeDuration());
    // Durations of millennia, from fabricated headers, are ignored.
    const durationSeconds = isDuration(declaredSeconds) ? declaredSeconds : 0;
    return { ok: true, probe: { durationSeconds, streams: withBitrates(streams, sizeBytes, durationSeconds) } };
  } catch (error) {
    return isSystemError(error) ? readFailure(error) : failedProbe(importReasons.damaged);
  } finally {
    input.dispose();
  }
}

async function openMedia(file: string): Promise<Input> {
  // The package is loaded only now, because that takes a seventh of the server's start time, and most starts find no new file.
  const { ADTS, FLAC, FilePathSource, Input, MATROSKA, MP3, MP4, MPEG_TS, OGG, QTFF, WAVE, WEBM } = await import('mediabunny');
  return new Input({
    // HLS is left out, because a list of addresses is not a media file and must not be fetched.
    formats: [MP4, QTFF, MATROSKA, WEBM, MP3, OGG, FLAC, WAVE, ADTS, MPEG_TS],
    source: new FilePathSource(file, { maxCacheSize: cacheBytes, handleUnhandledError: () => undefined }),
  });
}

function failedProbe(reason: string): ProbeOutcome {
  return { ok: false, reason, isTransient: false };
}

function readFailure(error: unknown): ProbeOutcome {
  return { ok: false, reason: importReasons.fileUnreadable(reasonOf(error)), isTransient: true };
}

/** Whether the system failed to read the file, which says nothing about its content. */
function isSystemError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

async function streamOf(track: InputTrack): Promise<StreamRecord | null> {
  const codec = await track.getCodec();
  const internalId = await track.getInternalCodecId();
  const name = codec === null ? nameOfInternalId(internalId) : (shortNames[codec] ?? codec);
  const commonFields = {
    index: 0,
    codec: name,
    codecString: codec === null ? null : await track.getCodecParameterString(),
    bitrate: boundedCount((await track.getBitrate()) || 0),
  };
  if (track.isVideoTrack()) {
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    // A cover picture inside an audio file is not video.
    return codec === null && width === 0 ? null : { ...commonFields, type: 'video', width: boundedSide(width), height: boundedSide(height) };
  }
  return track.isAudioTrack() ? { ...commonFields, type: 'audio', width: null, height: null } : null;
}

function nameOfInternalId(internalId: string | number | Uint8Array | null): string {
  return typeof internalId === 'string' && internalId !== '' ? internalId.replace(/^[VA]_/, '').toLowerCase() : 'unknown';
}

/** Estimates bitrates that the container does not contain, from the rest of the file's total bitrate. */
function withBitrates(streams: StreamRecord[], sizeBytes: number, durationSeconds: number): StreamRecord[] {
  const withoutBitrate = streams.filter((stream) => stream.bitrate === 0);
  if (withoutBitrate.length === 0 || durationSeconds <= 0) return streams;
  const knownBitrate = streams.reduce((sum, stream) => sum + stream.bitrate, 0);
  const remainingBitrate = Math.max((sizeBytes * 8) / durationSeconds - knownBitrate, 0);
  const videoStream = withoutBitrate.find((stream) => stream.type === 'video');
  const otherStreams = withoutBitrate.filter((stream) => stream !== videoStream);
  // Audio beside video is assumed to have YouTube's usual bitrate; the video gets the rest.
  const audioBitrate = videoStream
    ? Math.min(assumedAudioBitrate, remainingBitrate / (otherStreams.length + 1))
    : remainingBitrate / Math.max(otherStreams.length, 1);
  return streams.map((stream) => {
    if (stream.bitrate > 0) return stream;
    return { ...stream, bitrate: boundedCount(stream === videoStream ? remainingBitrate - audioBitrate * otherStreams.length : audioBitrate) };
  });
}

/** YouTube's Opus and AAC have 128 to 130 kbit/s. */
const assumedAudioBitrate = 128_000;

async function declaredEndOf(path: string, sizeBytes: number): Promise<number | null> {
  const file = await open(path, 'r');
  try {
    return await declaredEnd(file, sizeBytes);
  } finally {
    await file.close();
  }
}
