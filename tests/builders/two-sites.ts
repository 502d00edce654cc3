// An archive whose yt-dlp is a stand-in, and two sites on loopback with videos to download.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { aDownloadingFakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { startServerArchive, type ServerArchive } from './server-archive.ts';
import type { ApiSession } from './server-session.ts';

export interface TwoSites {
  /** Has the videos `first` and `second`. */
  pier: VideoSite;
  /** Has the video `third`. */
  dock: VideoSite;
  server: ServerArchive;
  device: ApiSession;
  /** Contains the stand-in. */
  standInFolder: string;
  stop(): Promise<void>;
}

export async function startTwoSites(): Promise<TwoSites> {
  const standInFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-sites-'));
  const [pier, dock] = [await startVideoSite(), await startVideoSite()];
  for (const name of ['first', 'second']) pier.addVideo(name);
  dock.addVideo('third');
  const server = await startServerArchive({ fill: () => undefined, ytDlp: await aDownloadingFakeYtDlp(standInFolder), diskRetryMs: 100 });
  server.archive.appSettings.change({ downloads: { sleep_interval: 0 } });
  return {
    pier,
    dock,
    server,
    device: await server.login(),
    standInFolder,
    async stop() {
      await server.stop();
      await Promise.all([pier.stop(), dock.stop()]);
      await rm(standInFolder, { recursive: true, force: true });
    },
  };
}
