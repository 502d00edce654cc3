// The viewing preferences that this device remembers: volume, muted, subtitles, their style, the speed of a channel. Called by the session
// and its playback. Invalid values count as absent.
import type { DeviceStorage } from '../lib/device-storage.ts';
import { speeds } from './speeds.ts';

/** The choices of each part of a style, in order. */
export const subtitleStyles = {
  size: ['small', 'normal', 'large'],
  /** The background of the text. */
  background: ['none', 'shaded', 'solid'],
  position: ['bottom', 'top'],
} as const;
export type SubtitleStyle = { readonly [Part in keyof typeof subtitleStyles]: (typeof subtitleStyles)[Part][number] };

const defaultStyle: SubtitleStyle = { size: 'normal', background: 'shaded', position: 'bottom' };
const styleParts = ['size', 'background', 'position'] as const;

const keys = {
  volume: 'stowaway.player.volume',
  muted: 'stowaway.player.muted',
  subtitles: 'stowaway.player.subtitles',
  subtitleStyle: { size: 'stowaway.player.subtitle-size', background: 'stowaway.player.subtitle-background', position: 'stowaway.player.subtitle-position' },
  channelSpeeds: 'stowaway.player.channel-speeds',
} as const;

/** How many channels' speeds are remembered; the one set longest ago is dropped first. */
const maxChannels = 200;

export interface PlayerPreferences {
  /** From 0 to 1. */
  volume(): number;
  isMuted(): boolean;
  setVolume(volume: number, isMuted: boolean): void;
  /** A language, or null for off. */
  subtitleLanguage(): string | null;
  setSubtitleLanguage(language: string | null): void;
  subtitleStyle(): SubtitleStyle;
  setSubtitleStyle(style: SubtitleStyle): void;
  /** Null if no speed is remembered for this channel. */
  channelSpeed(channelId: string): number | null;
  /** Null forgets the speed. */
  setChannelSpeed(channelId: string, speed: number | null): void;
}

export function createPlayerPreferences(storage: DeviceStorage): PlayerPreferences {
  function channelSpeeds(): [string, number][] {
    try {
      const storedSpeeds: unknown = JSON.parse(storage.read(keys.channelSpeeds) ?? '[]');
      return Array.isArray(storedSpeeds) ? storedSpeeds.filter(isChannelSpeed) : [];
    } catch {
      return [];
    }
  }
  function choiceOf<Choice extends string>(key: string, choices: readonly Choice[], fallback: Choice): Choice {
    const storedChoice = storage.read(key);
    return choices.find((choice) => choice === storedChoice) ?? fallback;
  }
  return {
    volume() {
      const storedVolume = Number.parseFloat(storage.read(keys.volume) ?? '1');
      return storedVolume >= 0 && storedVolume <= 1 ? storedVolume : 1;
    },
    isMuted: () => storage.read(keys.muted) === 'true',
    setVolume(volume, isMuted) {
      storage.write(keys.volume, String(volume));
      storage.write(keys.muted, isMuted ? 'true' : null);
    },
    subtitleLanguage: () => storage.read(keys.subtitles),
    setSubtitleLanguage: (language) => storage.write(keys.subtitles, language),
    subtitleStyle: () => ({
      size: choiceOf(keys.subtitleStyle.size, subtitleStyles.size, defaultStyle.size),
      background: choiceOf(keys.subtitleStyle.background, subtitleStyles.background, defaultStyle.background),
      position: choiceOf(keys.subtitleStyle.position, subtitleStyles.position, defaultStyle.position),
    }),
    setSubtitleStyle(style) {
      for (const part of styleParts) storage.write(keys.subtitleStyle[part], style[part] === defaultStyle[part] ? null : style[part]);
    },
    channelSpeed: (channelId) => channelSpeeds().find(([id]) => id === channelId)?.[1] ?? null,
    setChannelSpeed(channelId, speed) {
      const entries = channelSpeeds().filter(([id]) => id !== channelId);
      if (speed !== null) entries.push([channelId, speed]);
      storage.write(keys.channelSpeeds, entries.length > 0 ? JSON.stringify(entries.slice(-maxChannels)) : null);
    },
  };
}

function isChannelSpeed(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && speeds.includes(entry[1] as number);
}
