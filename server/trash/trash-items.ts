// Stores the items of the trash as rows. Every function is one transaction, or part of the caller's.
import { inTransaction, type Database } from '../database/transaction.ts';

export type TrashKind = 'video' | 'channel' | 'playlist';
/** `moving`: into the trash; `restoring`: back to its old place; `purging`: being deleted for good. */
export type TrashState = 'moving' | 'kept' | 'restoring' | 'purging';

export interface MovedFile {
  /** Where the file was before it was deleted: a stored name (server/library/library-places.ts). */
  file: string;
  /** Where the file is now: a stored name. */
  place: string;
}

/** Rows stored with the item, by table. */
export type TrashedRows = Partial<Record<'channel' | 'playlist' | 'playlist_entry' | 'learned' | 'learned_picture', Record<string, unknown>[]>>;

export interface TrashItem {
  id: number;
  kind: TrashKind;
  /** Id of the video, channel or playlist. */
  ref: string;
  title: string;
  /** Id of the item with which this one was deleted. */
  parent: number | null;
  state: TrashState;
  isAutomatic: boolean;
  /** Unix seconds. */
  deletedAt: number;
  /** How long the item has been in the trash, measured by the age clock (server/archive/age-clock.ts). */
  keptSeconds: number;
  sizeBytes: number;
  files: MovedFile[];
  rows: TrashedRows;
}

export type NewTrashItem = Pick<TrashItem, 'kind' | 'ref' | 'title' | 'parent' | 'isAutomatic' | 'sizeBytes' | 'rows'>;

export function createTrashItems(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const insert = database.prepare(`
    INSERT INTO trash (id, kind, ref, title, parent, state, is_automatic, deleted_at, size_bytes, files, rows)
    VALUES (?, ?, ?, ?, ?, 'moving', ?, ?, ?, '[]', ?)`);
  // Ids are never reused, because an open page, or a folder on an absent disk, may still refer to an item that is gone.
  const takeId = database.prepare(`
    INSERT INTO archive (key, value) VALUES ('trash-last-id', (SELECT coalesce(max(id), 0) + 1 FROM trash))
    ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), (SELECT coalesce(max(id), 0) FROM trash)) + 1
    RETURNING CAST(value AS INTEGER) AS id`);
  const setFiles = database.prepare('UPDATE trash SET files = ? WHERE id = ?');
  const setState = database.prepare('UPDATE trash SET state = ? WHERE id = ?');
  const setRows = database.prepare('UPDATE trash SET rows = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM trash WHERE id = ?');
  const find = database.prepare('SELECT * FROM trash WHERE id = ?');
  const selectUnfinished = database.prepare("SELECT * FROM trash WHERE state <> 'kept' ORDER BY id");
  const selectOfVideo = database.prepare("SELECT * FROM trash WHERE kind = 'video' AND ref = ? AND state = 'kept' ORDER BY id DESC LIMIT 1");
  const selectChildren = database.prepare("SELECT * FROM trash WHERE parent = ? AND state = 'kept' ORDER BY id");
  const selectPage = database.prepare("SELECT * FROM trash WHERE state = 'kept' ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?");
  const selectTotals = database.prepare(
    "SELECT count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes, coalesce(max(id), 0) AS lastId FROM trash WHERE state = 'kept'",
  );
  const selectIds = database.prepare("SELECT id FROM trash WHERE state = 'kept' AND id <= ? ORDER BY id");
  const selectDue = database.prepare("SELECT id FROM trash WHERE state = 'kept' AND kept_seconds >= ? ORDER BY id");
  const selectExpendable = database.prepare("SELECT * FROM trash WHERE state = 'kept' AND size_bytes > 0 ORDER BY is_automatic DESC, deleted_at, id");
  const selectPlaces = database.prepare("SELECT DISTINCT json_extract(value, '$.place') AS place FROM trash, json_each(files)");
  const addSeconds = database.prepare("UPDATE trash SET kept_seconds = kept_seconds + ? WHERE state = 'kept'");
  const toItems = (rows: unknown[]): TrashItem[] => (rows as Record<string, unknown>[]).map(toItem);

  return {
    add: (item: NewTrashItem): number =>
      inTransaction(database, () => {
        const { id } = takeId.get() as { id: number };
        insert.run(id, item.kind, item.ref, item.title, item.parent, Number(item.isAutomatic), now(), item.sizeBytes, JSON.stringify(item.rows));
        return id;
      }),
    setFiles: (id: number, files: MovedFile[]): void => void setFiles.run(JSON.stringify(files), id),
    setRows: (id: number, rows: TrashedRows): void => void setRows.run(JSON.stringify(rows), id),
    setState: (id: number, state: TrashState): void => void setState.run(state, id),
    remove: (id: number): void => void remove.run(id),
    find: (id: number): TrashItem | null => toItems([find.get(id)].filter(Boolean))[0] ?? null,
    /** The item of a video; null if the video is not in the trash. */
    ofVideo: (videoId: string): TrashItem | null => toItems([selectOfVideo.get(videoId)].filter(Boolean))[0] ?? null,
    /** Items being moved in, restored or deleted for good. */
    unfinished: (): TrashItem[] => toItems(selectUnfinished.all()),
    /** The current places of the files of all items. */
    allPlaces: (): string[] => (selectPlaces.all() as { place: string }[]).map(({ place }) => place),
    /** Items that were deleted together with this one. */
    childrenOf: (id: number): TrashItem[] => toItems(selectChildren.all(id)),
    /** Items in the trash, latest deletions first. */
    page: (limit: number, offset: number): TrashItem[] => toItems(selectPage.all(limit, offset)),
    totals: (): { items: number; bytes: number; lastId: number } => selectTotals.get() as { items: number; bytes: number; lastId: number },
    allIds: (upTo = Number.MAX_SAFE_INTEGER): number[] => (selectIds.all(upTo) as { id: number }[]).map(({ id }) => id),
    /** Items that have been in the trash for at least this long. */
    dueIds: (seconds: number): number[] => (selectDue.all(seconds) as { id: number }[]).map(({ id }) => id),
    /** Items in the order of early deletion on a full disk: automatically deleted ones first, then the oldest. */
    expendable: (): TrashItem[] => toItems(selectExpendable.all()),
    /** @param seconds elapsed time from an age clock */
    addKeptTime: (seconds: number): void => void addSeconds.run(seconds),
  };
}

function toItem(row: Record<string, unknown>): TrashItem {
  return {
    id: row['id'] as number,
    kind: row['kind'] as TrashKind,
    ref: row['ref'] as string,
    title: row['title'] as string,
    parent: row['parent'] as number | null,
    state: row['state'] as TrashState,
    isAutomatic: row['is_automatic'] === 1,
    deletedAt: row['deleted_at'] as number,
    keptSeconds: row['kept_seconds'] as number,
    sizeBytes: row['size_bytes'] as number,
    files: JSON.parse(row['files'] as string) as MovedFile[],
    rows: JSON.parse(row['rows'] as string) as TrashedRows,
  };
}
