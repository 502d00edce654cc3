// Turns the archive's settings into yt-dlp options. Each option is one argument, `--option=value`, so that a value is never taken for an
// option. A value that could add further values to its argument is omitted. Pure.
import type { WireAppSettings } from '../../src/contract/names.ts';
import { extraOptionsOf } from './extra-options.ts';

export type DownloadSettings = WireAppSettings['downloads'];

export interface Credentials {
  /** A copy of the cookie that yt-dlp may write to; null if none is stored. */
  cookieFile: string | null;
  poToken: string | null;
}

export interface DownloadPlan {
  settings: DownloadSettings;
  credentials: Credentials;
  /** The channel's format, instead of the archive's. */
  format: string | null;
  /** The program, needed for merging, converting and embedding; null if it is not installed. */
  ffmpeg: string | null;
  /** Working and output folder. */
  folder: string;
}

/** Prefix of each progress line. */
export const progressMark = 'stowaway-progress ';
/** Prefix of each line that names a step after the download, such as merging. */
export const stepMark = 'stowaway-step ';

/** The formats that every browser plays, in the best available picture quality; otherwise the best of all formats. */
const defaultFormat = 'bv*[vcodec^=avc1]+ba[acodec^=mp4a]/b[ext=mp4]/bv*+ba/b';
/** The format if ffmpeg is not installed, because video and audio cannot be merged then. */
const unmergedFormat = 'b/bv/ba';

/** The options that lookups and downloads share. */
export function sourceArgs(settings: DownloadSettings, { cookieFile, poToken }: Credentials, { withComments = false } = {}): string[] {
  const ownParts: string[] = [];
  const comments = commentLimits(settings.comment_max);
  if (withComments && comments !== null) ownParts.push(`max_comments=${comments}`, `comment_sort=${settings.comment_sort === 'new' ? 'new' : 'top'}`);
  const lang = languageOf(settings.extractor_lang);
  if (lang !== null) ownParts.push(`lang=${lang}`);
  if (poToken !== null && /^[\w+.%=/-]+$/.test(poToken)) ownParts.push('player_client=web,default', `po_token=${poToken}`);
  // Stored options were checked when they were saved. Disallowed options from a backup are omitted.
  const extraOptions = extraOptionsOf(settings.extra_options ?? null);
  const { options, youtube: typedParts } = extraOptions.ok ? extraOptions : { options: [], youtube: [] };
  // yt-dlp uses only the last argument for an extractor, so all values for YouTube are in one argument. Values that a person typed take
  // precedence.
  const isOverridden = (part: string): boolean => typedParts.some((typedPart) => typedPart.split('=')[0] === part.split('=')[0]);
  const youtubeParts = [...ownParts.filter((part) => !isOverridden(part)), ...typedParts];
  const provider = providerOf(settings.pot_provider_url ?? null);
  return [
    ...(youtubeParts.length > 0 ? [`--extractor-args=youtube:${youtubeParts.join(';')}`] : []),
    ...(provider === null ? [] : [`--extractor-args=youtubepot-bgutilhttp:base_url=${provider}`]),
    ...(cookieFile === null ? [] : [`--cookies=${cookieFile}`]),
    ...(withComments && comments !== null ? ['--write-comments'] : []),
    ...options,
  ];
}

/** The options for downloading a video's media, description, picture and subtitles into a folder. */
export function downloadArgs({ settings, credentials, format, ffmpeg, folder }: DownloadPlan): string[] {
  return [
    '--quiet',
    '--progress',
    '--newline',
    `--progress-template=download:${progressMark}%(progress)j`,
    `--progress-template=postprocess:${stepMark}%(progress.postprocessor)s`,
    '--no-playlist',
    '--no-mtime',
    '--retries=5',
    '--fragment-retries=10',
    // A missing fragment is an error, so that the download is tried again. Otherwise yt-dlp would leave a gap.
    '--abort-on-unavailable-fragment',
    // The options from the settings follow those that they may override.
    ...sourceArgs(settings, credentials, { withComments: true }),
    // A running broadcast would be downloaded incompletely.
    '--match-filters=live_status!=?is_live & live_status!=?is_upcoming',
    // The folder is named here only so that the server's next start can find it among the arguments of running programs (staging.ts). The
    // cache is elsewhere, because yt-dlp.ts adds a second `--cache-dir` to the end of each call.
    `--cache-dir=${folder}`,
    '--output=media-%(format_id).40B.%(ext)s',
    '--write-info-json',
    '--no-write-playlist-metafiles',
    '--write-thumbnail',
    `--format=${format ?? settings.format ?? (ffmpeg === null ? unmergedFormat : defaultFormat)}`,
    ...(settings.format_sort === null ? [] : [`--format-sort=${settings.format_sort}`]),
    ...rateArgs('--limit-rate', settings.limit_speed),
    ...rateArgs('--throttled-rate', settings.throttledratelimit),
    ...subtitleArgs(settings, ffmpeg),
    ...(ffmpeg === null ? [] : [`--ffmpeg-location=${ffmpeg}`]),
    // Metadata and picture are embedded once the video is in the library (after-download.ts).
    ...(ffmpeg !== null && settings.add_metadata ? ['--embed-chapters'] : []),
  ];
}

/** The options that the partial files depend on. Other options may change between two tries. */
export function partialFileOptions(args: readonly string[]): string[] {
  return args.filter((arg) => /^--(format|format-sort|merge-output-format)=/.test(arg));
}

/** The option for a rate in KiB per second; null, 0 or less means no limit. */
function rateArgs(option: string, kibibytes: number | null): string[] {
  return kibibytes !== null && kibibytes > 0 ? [`${option}=${kibibytes}K`] : [];
}

/** With the source `auto`, subtitles that the site generated are also downloaded, for languages without written ones. */
function subtitleArgs({ subtitle, subtitle_source: source }: DownloadSettings, ffmpeg: string | null): string[] {
  const languages = (subtitle ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^-?[\w.*-]+$/.test(part));
  if (languages.length === 0) return [];
  return [
    '--write-subs',
    ...(source === 'auto' ? ['--write-auto-subs'] : []),
    `--sub-langs=${languages.join(',')}`,
    '--sub-format=vtt/best',
    ...(ffmpeg === null ? [] : ['--convert-subs=vtt']),
  ];
}

/**
 * The limits as yt-dlp expects them: `max-comments,max-parents,max-replies,max-replies-per-thread`, each a number or `all` (SPEC §5).
 * Null if the setting is off or malformed.
 */
export function commentLimits(setting: string | null): string | null {
  const parts = (setting ?? '').split(',').map((part) => part.trim());
  return parts.length <= 4 && parts.every((part) => /^(all|\d{1,9})$/.test(part)) ? parts.join(',') : null;
}

function languageOf(setting: string | null): string | null {
  return setting !== null && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$/.test(setting.trim()) ? setting.trim() : null;
}

function providerOf(address: string | null): string | null {
  return address !== null && /^https?:\/\/[^\s;,]+$/.test(address) ? address : null;
}
