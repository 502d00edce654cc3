// Media that plays in a component test: the scripted archive serves none, so a video's `media_url` is a blob URL.
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { desktop, renderScreen, type Screen, type ScreenOptions } from './screen.tsx';
import { silence } from './silence.ts';

export const fog = aWireVideo({
  youtube_id: 'fogNorthSea',
  title: 'Fog',
  subtitles: [{ ext: 'vtt', name: 'English', lang: 'en', source: 'user', media_url: 'data:text/vtt,WEBVTT%0A%0A00:00.000 --> 03:00.000%0AFog.' }] as never,
});
/** A silent video of another channel. */
const otherVideo = aWireVideo({
  youtube_id: 'other',
  title: 'Another channel',
  streams: [],
  channel: { ...fog.channel, channel_id: 'UCother', channel_name: 'Kettle & Cog' },
});

interface VideoOptions extends ScreenOptions {
  /** A page that is opened first; the video is then opened within the same document. Default: none. */
  from?: string;
  /** Seconds in the address. Default: 20; null: none, and the video is ready at its saved position. */
  t?: number | null;
  /** Overrides what the archive says about the video. */
  about?: Partial<typeof fog>;
}

/** Opens the page of `fog`, and waits until its video is ready to play from `t`, or from its saved position. */
export async function openVideo({ from, t = 20, about, ...options }: VideoOptions = {}): Promise<Screen> {
  const [media_url, silentUrl] = [await fogUrl(), silence(60)];
  onTestFinished(() => [media_url, silentUrl].forEach((address) => URL.revokeObjectURL(address)));
  const address = `/video/${fog.youtube_id}/${t === null ? '' : `?t=${t}`}`;
  const screen = await renderScreen(from ?? address, {
    videos: [
      { ...fog, ...about, media_url },
      { ...otherVideo, media_url: silentUrl },
    ],
    viewport: desktop,
    ...options,
  });
  if (from !== undefined) {
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
    screen.goTo(address);
  }
  await expectReadyAt(t ?? about?.player?.position ?? 0);
  return screen;
}

/** Expects the video to be ready at this position, also after a reload. */
export async function expectReadyAt(seconds: number): Promise<void> {
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThanOrEqual(2);
  await expect.element(page.getByRole('group', { name: 'Player controls' })).toBeInTheDocument();
  await expect.poll(() => video().seeking || video().currentTime).toBe(seconds);
}

export function video(): HTMLVideoElement {
  const element = document.querySelector('video');
  if (!element) throw new Error('There is no video element');
  return element;
}

/** The address of a video of the sample library: 192 s, 1280 × 720, with sound. */
async function fogUrl(): Promise<string> {
  return URL.createObjectURL(await readFog());
}

export async function readFog(): Promise<Blob> {
  const folder = '/server/sample-library/library/Slow Harbour/';
  const response = await fetch(encodeURI(`${folder}Crossing the North Sea alone, day 3： fog [fogNorthSea].mp4`));
  if (!response.ok) throw new Error(`The video was answered with ${response.status}`);
  return response.blob();
}
