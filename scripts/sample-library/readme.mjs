// Writes the README of the library. Its lists come from the records, so they always match.
import { formatLength } from './names.mjs';

function traitsOf(video) {
  return [
    video.film.container === 'webm' && 'VP9',
    video.kind !== 'video' && video.kind,
    video.availability && 'inactive',
    video.chapters && 'chapters',
    video.segments && 'SponsorBlock',
    video.subtitles && `subtitles ${Object.keys(video.subtitles).join(', ')}`,
    video.automaticCaptions && `auto captions ${Object.keys(video.automaticCaptions).join(', ')}`,
    !video.description && 'no description, likes or comments',
  ]
    .filter(Boolean)
    .join('; ');
}

export function readme(channels, playlists) {
  const videos = channels.flatMap((channel) => channel.videos.map((video) => ({ channel, video })));
  const rows = videos.map(
    ({ channel, video }) => `| ${channel.name} | ${video.title} | \`${video.id}\` | ${formatLength(video.seconds)} | ${traitsOf(video)} |`,
  );
  const lists = playlists.map((list) => `| ${list.title} | \`${list.id}\` | ${list.entries.map((entry) => `\`${entry.id}\``).join(', ')} |`);
  return `# The sample library

If no library is given, a first start shows these videos: ${videos.length} short videos in ${channels.length} channels and ${playlists.length} playlists, laid
out as yt-dlp lays out its downloads. People, channels and ids are invented; video and channel ids end in characters
that no real id can end in. Everything is drawn and computed by \`scripts/sample-library/make.mjs\`; nothing was filmed,
recorded or taken from anywhere.

Licence: [CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/). Do with it what you like.

Do not edit files in \`library/\` or this file by hand: change \`scripts/sample-library/records\` and run the script again.

- \`library/<Channel>/<Title> [<id>].mp4\` (H.264 and AAC; two are \`.webm\`, VP9 and Opus) with \`.info.json\`, a picture
  (\`.jpg\`, two \`.webp\`, one \`.png\`) and \`.vtt\` files. \`<language>-orig.vtt\` are automatic captions, where manual
  subtitles exist in the same language.
- \`library/<Channel>/<Channel> - Videos [UC…].info.json\` with \`.avatar_uncropped.jpg\` and \`.banner_uncropped.jpg\`.
- \`library/<Channel>/<Playlist> [PL…].info.json\`, \`_type: playlist\`, with its entries. Two of the playlists have an entry
  that is not in the library.
- The inactive video has \`"availability": "private"\` in its info.json, as yt-dlp writes it for a video that is gone.

| Channel | Title | Id | Length | What it shows |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

| Playlist | Id | Entries |
| --- | --- | --- |
${lists.join('\n')}
`;
}
