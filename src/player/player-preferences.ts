// The viewing preferences that this device remembers: volume, muted, subtitles, their size, the speed of a channel. Called by the session.
// Invalid values count as absent.
import type { DeviceStorage } from '../lib/device-storage.ts';
import { speeds } from './speeds.ts';

export const subtitleSizes = ['small', 'normal', 'large'] as const;
export type SubtitleSize = (typeof subtitleSizes)[number];

const keys = {
  volume: 'stowaway.player.volume',
  muted: 'stowaway.player.muted',
  subtitles: 'stowaway.player.subtitles',
  subtitleSize: 'stowaway.player.subtitle-size',
  channelSpeeds: 'stowaway.player.channel-speeds',
} as const;

/** How many channels' speeds are remembered; the one set longest ago is dropped first. */
const maxChannels = 200;

export interface PlayerPreferences {
  /** 0 to 1. */
  volume(): number;
  isMuted(): boolean;
  setVolume(volume: number, isMuted: boolean): void;
  /** A language, or null for off. */
  subtitleLanguage(): string | null;
  setSubtitleLanguage(language: string | null): void;
  subtitleSize(): SubtitleSize;
  setSubtitleSize(size: SubtitleSize): void;
  /** Null: none is remembered for this channel. */
  channelSpeed(channelId: string): number | null;
  /** Null forgets it. */
  setChannelSpeed(channelId: string, speed: number | null): void;
}

export function createPlayerPreferences(storage: DeviceStorage): PlayerPreferences {
  function channelSpeeds(): [string, number][] {
    try {
      const stored: unknown = JSON.parse(storage.read(keys.channelSpeeds) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isChannelSpeed) : [];
    } catch {
      return [];
    }
  }
  return {
    volume() {
      const stored = Number.parseFloat(storage.read(keys.volume) ?? '1');
      return stored >= 0 && stored <= 1 ? stored : 1;
    },
    isMuted: () => storage.read(keys.muted) === 'true',
    setVolume(volume, isMuted) {
      storage.write(keys.volume, String(volume));
      storage.write(keys.muted, isMuted ? 'true' : null);
    },
    subtitleLanguage: () => storage.read(keys.subtitles),
    setSubtitleLanguage: (language) => storage.write(keys.subtitles, language),
    subtitleSize: () => subtitleSizes.find((size) => size === storage.read(keys.subtitleSize)) ?? 'normal',
    setSubtitleSize: (size) => storage.write(keys.subtitleSize, size === 'normal' ? null : size),
    channelSpeed: (channelId) => channelSpeeds().find(([id]) => id === channelId)?.[1] ?? null,
    setChannelSpeed(channelId, speed) {
      const others = channelSpeeds().filter(([id]) => id !== channelId);
      if (speed !== null) others.push([channelId, speed]);
      storage.write(keys.channelSpeeds, others.length > 0 ? JSON.stringify(others.slice(-maxChannels)) : null);
    },
  };
}

function isChannelSpeed(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && speeds.includes(entry[1] as number);
}
