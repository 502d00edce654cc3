// The shapes at the API boundary agree with the contract: every value that a schema allows must pass its shape unchanged. A test fails
// if a shape drops a field of the contract, refuses a type or value, or puts a default in place of a sent value. api-client.test.ts tests
// the values that shapes accept beyond the contract.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { failed } from '../../src/lib/result.ts';
import type { CallApi } from '../../src/network/archive-api.ts';
import { listDownloads, listNotifications } from '../../src/network/download-api.ts';
import { searchShape } from '../../src/network/search-shapes.ts';
import {
  backupsShape,
  cookieShape,
  membershipProfileShape,
  schedulesShape,
  snapshotInfoShape,
  taskNotificationsShape,
} from '../../src/network/settings-shapes.ts';
import { readShape, type Shape } from '../../src/network/shape.ts';
import {
  biggestChannelsShape,
  downloadHistoryShape,
  statsChannelShape,
  statsDownloadShape,
  statsPlaylistShape,
  statsVideoShape,
  statsWatchShape,
} from '../../src/network/stats-shapes.ts';
import { accountShape, appSettingsShape, pingShape, userConfigShape } from '../../src/network/session-shapes.ts';
import {
  channelAggsShape,
  channelNavShape,
  channelShape,
  commentShape,
  paginationShape,
  playlistNavShape,
  playlistShape,
  videoShape,
} from '../../src/network/wire-shapes.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const contract = parse(readFileSync(path.resolve(import.meta.dirname, '../../server/openapi.yaml'), 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};
const { schemas } = contract.components;

const firstItemOf =
  <Value>(list: Shape<Value[]>): Shape<Value | undefined> =>
  (value) =>
    list([value])[0];

/** Replaces each count that is null with zero (docs/behaviour.md, Stats). */
const zeroForNull = (value: object): object => Object.fromEntries(Object.entries(value).map(([key, count]) => [key, count ?? 0]));

/** The search returns documents as stored, where a playlist's description may be a boolean. Such a description is read as none. */
const noneForFlag = (value: object): object =>
  JSON.parse(JSON.stringify(value), (key, field: unknown) => (key === 'playlist_description' && typeof field === 'boolean' ? null : field)) as object;

const shapes: [schema: string, shape: Shape<unknown>, toReadValue?: (value: object) => object][] = [
  ['Video', videoShape],
  ['Channel', channelShape],
  ['ChannelNav', channelNavShape],
  ['ChannelAggs', channelAggsShape],
  ['Playlist', playlistShape],
  ['PlaylistNav', playlistNavShape],
  ['Comment', commentShape],
  ['Pagination', paginationShape],
  ['UserConfig', userConfigShape],
  ['Account', accountShape],
  ['AppSettings', appSettingsShape],
  ['Ping', pingShape],
  ['SearchResults', searchShape, noneForFlag],
  ['StatsVideo', statsVideoShape],
  ['StatsChannel', statsChannelShape, zeroForNull],
  ['StatsPlaylist', statsPlaylistShape, zeroForNull],
  ['StatsDownload', statsDownloadShape, zeroForNull],
  ['StatsWatch', statsWatchShape],
  ['DownloadHistItem', firstItemOf(downloadHistoryShape)],
  ['BiggestChannel', firstItemOf(biggestChannelsShape)],
  ['Schedule', firstItemOf(schedulesShape)],
  ['TaskNotifications', taskNotificationsShape],
  ['Cookie', cookieShape],
  ['MembershipProfile', membershipProfileShape],
  ['Backup', firstItemOf(backupsShape)],
  ['SnapshotInfo', snapshotInfoShape],
];

test.each(shapes)('%s is accepted as the contract describes it', (name, shape, toReadValue = (value) => value) => {
  const values = valuesOf({ $ref: `#/components/schemas/${name}` }) as object[];
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) expect(readShape(shape, value)).toEqual({ ok: true, value: toReadValue(value) });
});

test('a page of the queue, the state of the downloader and notifications are accepted as the contract describes them', async () => {
  const call: CallApi['call'] = async (_path, shape) => {
    const result = readShape(shape, answer);
    return result.ok ? result : failed({ kind: 'bad-shape' });
  };
  let answer: unknown;
  for (const item of valuesOf({ $ref: '#/components/schemas/DownloadItem' })) {
    answer = { data: [item], paginate: valuesOf({ $ref: '#/components/schemas/Pagination' })[0] };
    expect(await listDownloads({ call }, '')).toEqual({ ok: true, value: answer });
  }
  for (const downloader of valuesOf({ $ref: '#/components/schemas/Downloader' })) {
    answer = { data: [], paginate: valuesOf({ $ref: '#/components/schemas/Pagination' })[0], downloader };
    expect(await listDownloads({ call }, '')).toEqual({ ok: true, value: answer });
  }
  for (const notification of valuesOf({ $ref: '#/components/schemas/Notification' })) {
    answer = [notification];
    expect(await listNotifications({ call })).toEqual({ ok: true, value: answer });
  }
});

/** Returns values of a schema, which together contain every type and every enum value at every place. */
function valuesOf(schema: Schema, depth = 0): unknown[] {
  if (schema.$ref) return valuesOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth);
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.anyOf ?? schema.oneOf) return (schema.anyOf ?? schema.oneOf ?? []).flatMap((option) => valuesOf(option, depth));
  if (schema.allOf) return objectsOf(Object.assign({}, ...schema.allOf.map(propertiesOf), schema.properties) as Record<string, Schema>, depth);
  // A schema without a type allows any value; one is enough.
  return [schema.type ?? (schema.properties ? 'object' : 'null')].flat().flatMap((type): unknown[] => {
    switch (type) {
      case 'null':
        return [null];
      case 'boolean':
        return [true, false];
      case 'integer':
      case 'number':
        return [schema.minimum ?? 7, 8];
      case 'string':
        return ['some text'];
      case 'array':
        return depth > 4 ? [[]] : [valuesOf(schema.items ?? {}, depth + 1), []];
      default:
        if (typeof schema.additionalProperties === 'object') return valuesOf(schema.additionalProperties, depth + 1).map((value) => ({ some_key: value }));
        return objectsOf(schema.properties ?? {}, depth);
    }
  });
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  if (schema.$ref) return propertiesOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return Object.assign({}, ...(schema.allOf ?? []).map(propertiesOf), schema.properties) as Record<string, Schema>;
}

/** Returns an object with the first value of every property, and for each other value of a property an object with that value. */
function objectsOf(properties: Record<string, Schema>, depth: number): object[] {
  const choices = Object.entries(properties).map(([key, schema]) => [key, valuesOf(schema, depth + 1)] as const);
  const baseObject = Object.fromEntries(choices.map(([key, values]) => [key, values[0]]));
  return [baseObject, ...choices.flatMap(([key, values]) => values.slice(1).map((value) => ({ ...baseObject, [key]: value })))];
}
