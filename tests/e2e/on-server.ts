// A video's state in the archive itself.
import { apiCaller } from './archive-process.ts';

async function videoOnServer(url: string, title: string): Promise<{ player: { watched: boolean; position?: number } }> {
  const call = apiCaller(url);
  const list = (await (await call('/api/video/?page_size=100')).json()) as { data: { title: string; player: { watched: boolean; position?: number } }[] };
  const foundVideo = list.data.find((video) => video.title === title);
  if (!foundVideo) throw new Error(`the archive has no video “${title}”`);
  return foundVideo;
}

export async function watchedOnServer(url: string, title: string): Promise<boolean> {
  return (await videoOnServer(url, title)).player.watched;
}

export async function positionOnServer(url: string, title: string): Promise<number> {
  return (await videoOnServer(url, title)).player.position ?? 0;
}
