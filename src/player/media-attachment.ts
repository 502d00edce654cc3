// Gives an element its source: a file by its URL, or a playlist of segments through hls.js, which is loaded only when needed. Called by the
// engine; independent of the engine's states.
import { isHlsAddress } from '../lib/playability.ts';

/** A file that the element fetches itself, or an HLS playlist. */
export interface MediaAddress {
  kind: 'file' | 'hls';
  url: string;
}

/** The codes of MediaError: 2 network, 3 decoding, 4 not supported. */
export type MediaErrorCode = 2 | 3 | 4;

export interface Attachment {
  /** Releases the element; the caller then calls load() without a source, or with another one. */
  detach(): void;
}

export interface AttachOptions {
  /** Where playback will begin: segments before it are not fetched. */
  startSeconds: number;
  /** Called for errors that the element itself does not report: a playlist or segment that did not arrive, or cannot be used. */
  onFatal(code: MediaErrorCode): void;
}

export type Attach = (element: HTMLVideoElement, address: MediaAddress, options: AttachOptions) => Attachment;

/** Whether to use hls.js: wherever there is MediaSource or ManagedMediaSource. Elsewhere the browser plays HLS itself. */
export function needsHlsPlayer(address: MediaAddress, scope: object = globalThis): boolean {
  return address.kind === 'hls' && ('MediaSource' in scope || 'ManagedMediaSource' in scope);
}

interface MediaAddresses {
  url: string;
  hlsUrl?: string | null;
}

/**
 * Which of an archive's URLs is played (docs/decisions/405): the media itself if this device can play it, otherwise the segments made from
 * it. The segments are the fallback, used when the element refuses the container; codecs are checked separately (playability.ts).
 */
export function addressesOf({ url, hlsUrl }: MediaAddresses): { address: MediaAddress; fallback: MediaAddress | null } {
  if (isHlsAddress(url)) return { address: { kind: 'hls', url }, fallback: null };
  return { address: { kind: 'file', url }, fallback: hlsUrl ? { kind: 'hls', url: hlsUrl } : null };
}

/** Loads hls.js, so that it is on the device before a saved stream is played offline. */
export async function fetchHlsPlayer(): Promise<void> {
  await import('hls.js');
}

export const attachInBrowser: Attach = (element, address, options) =>
  needsHlsPlayer(address) ? attachHls(element, address.url, options) : attachFile(element, address.url);

function attachFile(element: HTMLVideoElement, url: string): Attachment {
  element.src = url;
  element.load();
  return {
    detach: () => element.removeAttribute('src'),
  };
}

function attachHls(element: HTMLVideoElement, url: string, { startSeconds, onFatal }: AttachOptions): Attachment {
  let isDetached = false;
  let destroy: (() => void) | null = null;
  element.removeAttribute('src');
  element.load(); // clears the previous source's picture
  // Fire and forget: the result arrives as the element's events, or as onFatal.
  void import('hls.js').then(
    ({ default: Hls, ErrorTypes, Events }) => {
      if (isDetached) return;
      // No retries, because the engine's recovery checks the archive and reloads when it is back.
      const noRetryPolicy = { default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 60_000, timeoutRetry: null, errorRetry: null } };
      const hls = new Hls({
        startPosition: startSeconds > 0 ? startSeconds : -1,
        enableWorker: false,
        manifestLoadPolicy: noRetryPolicy,
        playlistLoadPolicy: noRetryPolicy,
        fragLoadPolicy: noRetryPolicy,
      });
      let hasRecovered = false;
      hls.on(Events.ERROR, (_event, data) => {
        if (!data.fatal) return;
        if (data.type === ErrorTypes.NETWORK_ERROR) return onFatal(2);
        if (data.type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
          hasRecovered = true;
          return hls.recoverMediaError();
        }
        onFatal(data.type === ErrorTypes.MEDIA_ERROR ? 3 : 4);
      });
      destroy = () => hls.destroy();
      hls.attachMedia(element);
      hls.loadSource(url);
    },
    () => onFatal(2),
  );
  return {
    detach() {
      isDetached = true;
      destroy?.();
      element.removeAttribute('src');
    },
  };
}
