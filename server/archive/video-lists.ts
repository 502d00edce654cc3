// Finds the ids of a list's videos, and how many there are, using the indexes of migrations.ts.
import { sortColumns } from '../database/sort-columns.ts';
import type { Database } from '../database/transaction.ts';

/** Lists count and serve no more than this (docs/behaviour.md, Pages). */
export const maxHits = 10_000;

/** Up to this many matches of a filter by channel or height are sorted afterwards. If there are more, the sort index is walked instead. */
const maxSortedAfterFilter = 2_000;

export interface VideoListQuery {
  accountId: number;
  playlistId: string | null;
  channelId: string | null;
  watch: 'watched' | 'unwatched' | 'continue' | null;
  sort: keyof typeof sortColumns | null;
  order: 'asc' | 'desc';
  kind: string | null;
  height: number | null;
}

/** A part of a list that never extends beyond maxHits (windowOf in http/pages.ts). */
export interface Window {
  offset: number;
  limit: number;
}

export interface VideoIds {
  ids: number[];
  /** The number of matches, counted up to maxHits. */
  totalHits: number;
}

export function createVideoLists(database: Database) {
  const statementsBySql = new Map<string, ReturnType<Database['prepare']>>();

  /** Prepares each SQL text once. The texts combine a few column names and filters, so the map stays small. */
  function statement(sql: string): ReturnType<Database['prepare']> {
    const knownStatement = statementsBySql.get(sql);
    if (knownStatement) return knownStatement;
    const newStatement = database.prepare(sql);
    statementsBySql.set(sql, newStatement);
    return newStatement;
  }

  return {
    find(query: VideoListQuery, { offset, limit }: Window): VideoIds {
      const { from, order } = tablesAndOrder(query);
      const { filter, values } = conditions(query, 'found');
      const countRow = statement(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} ${filter} LIMIT ${maxHits})`).get(...values) as { n: number };
      if (countRow.n <= offset || limit === 0) return { ids: [], totalHits: countRow.n };
      const isIndexWalk = order.isIndexed && ((query.channelId === null && query.height === null) || countRow.n > maxSortedAfterFilter);
      const tables = isIndexWalk ? `video INDEXED BY video_by_${order.column}` : from;
      const chosenFilter = isIndexWalk ? conditions(query, 'walked').filter : filter;
      const rows = statement(`SELECT video.id FROM ${tables} ${chosenFilter} ORDER BY ${order.by} LIMIT ? OFFSET ?`).all(...values, limit, offset);
      return { ids: (rows as { id: number }[]).map((row) => row.id), totalHits: countRow.n };
    },
    /** Whether the account has any saved position. */
    hasPositions: (accountId: number): boolean => statement('SELECT 1 FROM position WHERE account_id = ? LIMIT 1').get(accountId) !== undefined,
  };
}

/** `walked`: filters each video of a sort index in turn; `found`: collects the matches first. */
function conditions(query: VideoListQuery, plan: 'walked' | 'found'): { filter: string; values: (string | number)[] } {
  const where: string[] = ['video.absence IS NULL'];
  const values: (string | number)[] = [];
  const add = (condition: string, ...newValues: (string | number)[]): void => {
    where.push(condition);
    values.push(...newValues);
  };
  if (query.playlistId !== null) add('entry.playlist_id = ?', query.playlistId);
  if (query.watch === 'continue') add('position.account_id = ?', query.accountId);
  if (query.watch === 'watched') add('video.is_watched = 1');
  if (query.watch === 'unwatched') add('video.is_watched = 0');
  if (query.channelId !== null) add('video.channel_id = ?', query.channelId);
  if (query.kind !== null) add('video.kind = ?', query.kind);
  if (query.height !== null) {
    const heightConditions = {
      walked: 'EXISTS (SELECT 1 FROM video_height WHERE height = ? AND video = video.id)',
      found: 'video.id IN (SELECT video FROM video_height WHERE height = ?)',
    };
    add(heightConditions[plan], query.height);
  }
  return { filter: `WHERE ${where.join(' AND ')}`, values };
}

interface Order {
  /** The SQL after ORDER BY. */
  by: string;
  /** The sorted column of `video`; empty for an order by another table. */
  column: string;
  /** Whether an index of `video` has this order, without joins. */
  isIndexed: boolean;
}

function tablesAndOrder(query: VideoListQuery): { from: string; order: Order } {
  const tables = ['video'];
  if (query.playlistId !== null) tables.push('JOIN playlist_entry AS entry ON entry.video_id = video.video_id');
  if (query.watch === 'continue') tables.push('JOIN position ON position.video = video.id');
  const from = tables.join(' ');
  if (query.playlistId !== null) return { from, order: { by: 'entry.idx', column: '', isIndexed: false } };
  if (query.watch === 'continue' && query.sort === null) return { from, order: { by: 'position.saved_order DESC', column: '', isIndexed: false } };
  const column = sortColumns[query.sort ?? 'published'];
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  return { from, order: { by: `video.${column} ${direction}, video.id ${direction}`, column, isIndexed: tables.length === 1 } };
}
