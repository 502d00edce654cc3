// Items of the archive's queue, as a scan adds them. They are written directly into the database, even while the server runs.
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { wordsIn } from '../../server/archive/words.ts';

export interface QueueItem {
  videoId: string;
  title: string;
  status?: 'pending' | 'ignore';
  channelId?: string;
  channelName?: string;
  kind?: 'videos' | 'streams' | 'shorts';
  message?: string;
  /** The downloader's own message. */
  details?: string;
  isAutoStart?: boolean;
}

export function fillQueue(dataFolder: string, items: readonly QueueItem[]): void {
  const database = new DatabaseSync(path.join(dataFolder, 'stowaway.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000; BEGIN');
  const insert = database.prepare(`
    INSERT INTO download (video_id, status, auto_start, title, words, channel_id, channel_name, duration, published_at, kind, message, details, added_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const [index, item] of items.entries()) {
    const { videoId, title, status = 'pending', kind = 'videos', message = null, details = null, isAutoStart = false } = item;
    const { channelId = 'UCslowHarbourSampleAaa01', channelName = 'Slow Harbour' } = item;
    const words = ` ${wordsIn(title).join(' ')} `;
    insert.run(
      videoId,
      status,
      Number(isAutoStart),
      title,
      words,
      channelId,
      channelName,
      600 + index,
      1_771_000_000 + index * 86_400,
      kind,
      message,
      details,
      1_771_100_000 + index,
    );
  }
  database.exec('COMMIT');
  database.close();
}

/** Holds back the downloads from YouTube for two hours, as after its bot check. */
export function holdDownloads(dataFolder: string): void {
  const database = new DatabaseSync(path.join(dataFolder, 'stowaway.sqlite'));
  const now = Date.now();
  const message = '[youtube] clockStrike: Sign in to confirm you’re not a bot. Use --cookies for the authentication';
  database.exec('PRAGMA busy_timeout = 5000');
  database
    .prepare(`INSERT INTO download_hold (site, kind, details, since_ms, tries, retry_at_ms, scope) VALUES ('youtube.com', 'bot-check', ?, ?, 1, ?, 'all')`)
    .run(message, now - 60_000, now + 7_200_000);
  database.close();
}

/** A typical queue: several channels (one of them not in the archive), all types, an error, something ignored. */
export const someQueue: readonly QueueItem[] = [
  {
    videoId: 'craterLake1',
    title: 'The road that ends in a crater lake',
    channelId: 'UCnorthboundRailSampAa01',
    channelName: 'Northbound Rail',
    isAutoStart: true,
  },
  { videoId: 'clockStrike', title: 'Why this clock strikes thirteen', channelId: 'UCkettleAndCogSampleAa01', channelName: 'Kettle & Cog' },
  {
    videoId: 'newMountLiv',
    title: 'Live: first light with the new mount',
    kind: 'streams',
    channelId: 'UCnotIndexedChannelAaa01',
    channelName: 'Small Hours Kitchen',
  },
  {
    videoId: 'dumplings_1',
    title: 'Dumplings, badly, then well',
    message: 'Sign-in needed for this video: cookie expired.',
    details: '[youtube] dumplings_1: Sign in to confirm your age. Use --cookies for the authentication',
  },
  { videoId: 'oneHairpin1', title: 'One hairpin, sixty seconds', kind: 'shorts', channelId: 'UCnorthboundRailSampAa01', channelName: 'Northbound Rail' },
  { videoId: 'chipNoName1', title: 'A chip with nobody’s name on it' },
  { videoId: 'driftStatio', title: 'Sixty days on a drifting station', status: 'ignore' },
  { videoId: 'paperPlane1', title: 'Paper planes, folded wrong', status: 'ignore', channelId: 'UCkettleAndCogSampleAa01', channelName: 'Kettle & Cog' },
];
