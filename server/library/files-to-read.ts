// Lists and reads the files that a pass must read, folder by folder. Called by readChanged. Each folder is listed again, because the scan
// keeps only names.
import type { Catalogue, ImportProblem } from '../catalogue/records.ts';
import { isInterruption } from '../disk/shortage.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import type { ChannelFacts } from './channel-facts.ts';
import { channelsInFolder, type ChannelsInFolder } from './channels-in-folders.ts';
import { sidecarHash } from './fingerprint.ts';
import { filesOfMedia, folderOf, groupsOfFolder } from './folder-of-library.ts';
import type { VideoFiles } from './group-files.ts';
import type { ScannedPlaces } from './library-places.ts';
import type { LibraryDiff } from './compare-library.ts';
import type { Collection } from './read-collections.ts';
import { hasIdFromPath, readVideo, type LoadedVideo, type VideoOutcome } from './read-video.ts';
import { reasonOf } from './reasons.ts';

export interface FileToRead {
  files: VideoFiles;
  /** The id of the file's video, known at this path or at the path before a move; null for a new file. */
  knownId: string | null;
  /** The state of the file's companions. */
  sidecarState: string;
  folder: ChannelsInFolder;
}

export interface FilesToRead {
  /**
   * All files, folder by folder and ordered by name within a folder.
   * @param onLost receives the stored names of files that no longer exist or whose folder can no longer be read
   */
  all(onLost: (file: string) => void): AsyncGenerator<FileToRead>;
  /** Reads one file. An error becomes an outcome, so that it does not end the pass. */
  read(file: FileToRead): Promise<VideoOutcome>;
  /**
   * Reads the unchanged video of this id again. Resolves to null if there is none, or if it can no longer be read.
   * @param onUnreadable receives the problem if a disk or network drive failed
   */
  readUnchanged(videoId: string, onUnreadable: (problem: ImportProblem) => void): Promise<LoadedVideo | null>;
}

interface FilesInput {
  places: ScannedPlaces;
  catalogue: Catalogue;
  diff: LibraryDiff;
  collections: Collection[];
}

export function createFilesToRead({ places, catalogue, diff, collections }: FilesInput): FilesToRead {
  const keptIds = new Set([...diff.toRead.values()].flatMap((names) => [...names.values()]));
  const readFiles = (files: VideoFiles, knownId: string | null): Promise<VideoOutcome> =>
    readVideo(places, places.name, files, knownId, (videoId) => catalogue.learned.of('video', videoId));

  /** Whether another present file has this id. */
  function isIdTaken(videoId: string): boolean {
    const knownMedia = catalogue.mediaOf(videoId);
    return keptIds.has(videoId) || (knownMedia !== null && diff.isUnchanged(knownMedia));
  }

  return {
    async *all(onLost) {
      const describedChannels = describedChannelsOf(collections);
      for (const [path, names] of diff.toRead) {
        const groups = await groupsOfFolder(places, path);
        const videos = (groups?.videos ?? []).filter(({ media }) => names.has(media.name)).toSorted((a, b) => (a.media.path < b.media.path ? -1 : 1));
        const presentNames = new Set(videos.map(({ media }) => media.name));
        for (const name of names.keys()) if (!presentNames.has(name)) onLost(path === '' ? name : `${path}/${name}`);
        if (!groups) continue;
        const folder = channelsInFolder({ groups, describedChannels: describedChannels.get(path) ?? [], catalogue, diff });
        for (const files of videos) yield { files, knownId: names.get(files.media.name) ?? null, sidecarState: sidecarHash(files), folder };
      }
    },
    async read({ files, knownId }) {
      try {
        const outcome = await readFiles(files, knownId);
        // If the id derived from the path is taken, the file that had this path before was renamed and keeps the id. The id of this file is
        // then derived from its name with the extension.
        const isTaken = outcome.ok && knownId === null && hasIdFromPath(outcome.video) && isIdTaken(outcome.video.record.videoId);
        return isTaken ? await readFiles({ ...files, isBaseShared: true }, null) : outcome;
      } catch (error) {
        const problems = [{ file: files.media.path, reason: importReasons.fileNotRead(reasonOf(error)) }];
        return { ok: false, isTransient: true, files, problems };
      }
    },
    async readUnchanged(videoId, onUnreadable) {
      const knownMedia = catalogue.mediaOf(videoId);
      const files = knownMedia && diff.isUnchanged(knownMedia) ? await filesOfMedia(places, knownMedia.mediaFile) : null;
      if (!files) return null;
      try {
        const outcome = await readFiles(files, videoId);
        return outcome.ok ? outcome.video : null;
      } catch (error) {
        if (!isInterruption(error)) throw error;
        onUnreadable({ file: files.info?.path ?? files.media.path, reason: importReasons.fileNotRead(reasonOf(error)) });
        return null;
      }
    },
  };
}

/** The channels with descriptions of their own, by folder. */
function describedChannelsOf(collections: Collection[]): Map<string, ChannelFacts[]> {
  const channelsByFolder = new Map<string, ChannelFacts[]>();
  for (const collection of collections) {
    if (collection.kind !== 'channel') continue;
    const folder = folderOf(collection.file);
    channelsByFolder.set(folder, [...(channelsByFolder.get(folder) ?? []), collection.channel]);
  }
  return channelsByFolder;
}
