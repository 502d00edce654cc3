import { describe, expect, test } from 'vitest';
import { browserStorage } from '../../src/lib/device-storage.ts';
import { isHlsAddress } from '../../src/lib/playability.ts';
import { addressesOf, needsHlsPlayer } from '../../src/player/media-attachment.ts';
import { createPlayerPreferences } from '../../src/player/player-preferences.ts';
import { initialTrackIndex } from '../../src/player/subtitle-choice.ts';
import { createViewModes } from '../../src/player/view-modes.ts';
import { memoryStorage } from '../builders/device-storage.ts';

describe('the preferences on this device', () => {
  test('volume, muting, subtitles and their style are restored at the next start', () => {
    const storage = memoryStorage();
    const preferences = createPlayerPreferences(storage);
    preferences.setVolume(0.35, true);
    preferences.setSubtitleLanguage('de');
    preferences.setSubtitleStyle({ size: 'large', background: 'none', position: 'top' });
    const restoredPreferences = createPlayerPreferences(storage);
    expect([restoredPreferences.volume(), restoredPreferences.isMuted(), restoredPreferences.subtitleLanguage()]).toEqual([0.35, true, 'de']);
    expect(restoredPreferences.subtitleStyle()).toEqual({ size: 'large', background: 'none', position: 'top' });
    restoredPreferences.setSubtitleLanguage(null);
    expect(createPlayerPreferences(storage).subtitleLanguage()).toBeNull();
  });

  test('a part of a subtitle style that this version does not know counts as the default', () => {
    const storage = memoryStorage();
    storage.write('stowaway.player.subtitle-size', 'large');
    storage.write('stowaway.player.subtitle-background', 'striped');
    expect(createPlayerPreferences(storage).subtitleStyle()).toEqual({ size: 'large', background: 'shaded', position: 'bottom' });
  });

  test.each(['', 'loud', '-1', '7', 'NaN'])('a stored volume of %j counts as full', (storedText) => {
    const storage = memoryStorage();
    storage.write('stowaway.player.volume', storedText);
    expect(createPlayerPreferences(storage).volume()).toBe(1);
  });

  test('each channel has its own speed, which can be forgotten, and only the latest 200 speeds are kept', () => {
    const preferences = createPlayerPreferences(memoryStorage());
    preferences.setChannelSpeed('a', 1.75);
    preferences.setChannelSpeed('b', 0.5);
    expect([preferences.channelSpeed('a'), preferences.channelSpeed('b'), preferences.channelSpeed('c')]).toEqual([1.75, 0.5, null]);
    preferences.setChannelSpeed('a', null);
    expect(preferences.channelSpeed('a')).toBeNull();
    for (let index = 0; index < 200; index += 1) preferences.setChannelSpeed(`c${index}`, 2);
    expect([preferences.channelSpeed('b'), preferences.channelSpeed('c0'), preferences.channelSpeed('c199')]).toEqual([null, 2, 2]);
  });

  test.each(['{', '7', '[["a"]]', '[["a",9]]', '[[1,2]]'])('stored speeds of %j count as none', (storedText) => {
    const storage = memoryStorage();
    storage.write('stowaway.player.channel-speeds', storedText);
    expect(createPlayerPreferences(storage).channelSpeed('a')).toBeNull();
  });

  test('a browser without storage breaks nothing', () => {
    const forbiddenStorage = browserStorage(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(() => forbiddenStorage.write('a', 'b')).not.toThrow();
    expect(forbiddenStorage.read('a')).toBeNull();
  });

  test('a view mode that is turned on or off is stored', () => {
    const storage = memoryStorage();
    const viewModes = createViewModes(storage);
    viewModes.set('theater', true);
    expect([viewModes.has('theater'), viewModes.has('audio-only')]).toEqual([true, false]);
    expect(createViewModes(storage).has('theater')).toBe(true);
    viewModes.set('theater', false);
    expect(createViewModes(storage).has('theater')).toBe(false);
  });
});

test('a video opens with the subtitles that were shown last, or with none', () => {
  const tracks = [{ lang: 'de' }, { lang: 'en-GB' }];
  expect(initialTrackIndex(tracks, null)).toBeNull();
  expect(initialTrackIndex(tracks, 'en')).toBe(1);
  expect(initialTrackIndex(tracks, 'fr')).toBeNull();
  expect(initialTrackIndex([], 'de')).toBeNull();
});

describe('which address is played', () => {
  test('the media itself is played, with its segments as a fallback for a container that may not be readable', () => {
    expect(addressesOf({ url: '/m/a.mkv', hlsUrl: '/hls/a.m3u8' })).toEqual({
      address: { kind: 'file', url: '/m/a.mkv' },
      fallback: { kind: 'hls', url: '/hls/a.m3u8' },
    });
    expect(addressesOf({ url: '/m/a.mp4', hlsUrl: null }).fallback).toBeNull();
  });

  test('media that is a playlist is played as HLS', () => {
    expect(addressesOf({ url: '/m/live.m3u8?x=1', hlsUrl: '/hls/a.m3u8' })).toEqual({ address: { kind: 'hls', url: '/m/live.m3u8?x=1' }, fallback: null });
    expect(isHlsAddress('/m/a.m3u8.mp4')).toBe(false);
    expect(isHlsAddress('/m/A.M3U8')).toBe(true);
  });

  test('HLS is played by hls.js if there is MediaSource or ManagedMediaSource, and otherwise by the browser', () => {
    const hlsAddress = { kind: 'hls', url: '/a.m3u8' } as const;
    expect([{ MediaSource: 1 }, { ManagedMediaSource: 1 }, {}].map((scope) => needsHlsPlayer(hlsAddress, scope))).toEqual([true, true, false]);
    expect(needsHlsPlayer({ kind: 'file', url: '/a.mp4' }, { MediaSource: 1 })).toBe(false);
  });
});
