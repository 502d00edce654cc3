// Reads the setting `extra_options`: further yt-dlp options from a person. Only harmless options are allowed, each with its own format for
// values. No allowed option runs programs, names files, or loads code or configuration. Of Stowaway's own options, a person can override
// only the retries, the socket timeout and the arguments of the YouTube extractor. Pure.

/** `options` are complete arguments, `--option=value`; `youtube` are parts of the single extractor argument that sourceArgs builds. */
export type ExtraOptions = { ok: true; options: string[]; youtube: string[] } | { ok: false; message: string };

/** The values that an option takes; null if it takes none. */
type ValuePattern = RegExp | null;

const seconds = /^\d{1,5}(\.\d{1,3})?$/;
const size = /^\d{1,6}(\.\d{1,3})?[KMG]?$/i;

export const allowedOptions: Readonly<Record<string, ValuePattern>> = {
  '--force-ipv4': null,
  '--force-ipv6': null,
  '--source-address': /^[\da-f.:]{2,45}$/i,
  // An address must not contain a name and password, because everybody with an account can read the settings.
  '--proxy': /^(https?|socks[45][ah]?):\/\/[\w.-]+(:\d{1,5})?\/?$|^\[[\da-f:]+\](:\d{1,5})?$/i,
  '--socket-timeout': seconds,
  '--legacy-server-connect': null,
  '--xff': /^(default|never|[A-Z]{2}|[\da-f.:/]{2,50})$/i,
  '--geo-bypass': null,
  '--no-geo-bypass': null,
  '--user-agent': /^[\x20-\x7e]{1,300}$/,
  '--referer': /^https?:\/\/\S{1,500}$/,
  '--impersonate': /^[\w.-]{0,40}(:[\w.-]{1,40})?$/,
  '--retries': /^(\d{1,3}|infinite)$/,
  '--fragment-retries': /^(\d{1,3}|infinite)$/,
  '--extractor-retries': /^\d{1,3}$/,
  '--retry-sleep': /^((http|fragment|file_access|extractor):)?(linear|exp)?=?[\d.:]{1,30}$/,
  '--sleep-requests': seconds,
  '--sleep-interval': seconds,
  '--max-sleep-interval': seconds,
  '--sleep-subtitles': seconds,
  '--concurrent-fragments': /^([1-9]|1[0-6])$/,
  '--buffer-size': size,
  '--http-chunk-size': size,
  '--no-resize-buffer': null,
  '--hls-use-mpegts': null,
  '--no-hls-use-mpegts': null,
  '--prefer-free-formats': null,
  '--check-formats': null,
  '--no-check-formats': null,
  '--audio-multistreams': null,
  '--video-multistreams': null,
  '--merge-output-format': /^(mkv|mp4|mov|webm)(\/(mkv|mp4|mov|webm))*$/,
};

/** Only arguments of the YouTube extractor are allowed, because plug-ins' arguments may name scripts. */
const youtubeParts = /^(player_client|player_skip|skip|formats|fetch_pot|player_js_variant|lang)=[\w.,+-]{1,200}$/;
const maxChars = 2_000;

/** Null and blank text mean no options. */
export function extraOptionsOf(text: string | null): ExtraOptions {
  const options: string[] = [];
  const youtube: string[] = [];
  if ((text ?? '').length > maxChars) return invalid(`The options are longer than ${maxChars} characters.`);
  const args = splitArguments(text ?? '');
  if (args === null) return invalid('A quotation mark is not closed.');
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, option = '', , givenValue] = /^(--[a-z0-9-]+)(=([\s\S]*))?$/.exec(arg) ?? [];
    if (option === '') return invalid(`“${arg}” is not an option: write options as --name or --name VALUE.`);
    const isYoutube = option === '--extractor-args';
    const pattern = isYoutube ? /^youtube:/ : Object.hasOwn(allowedOptions, option) ? allowedOptions[option] : undefined;
    if (pattern === undefined) return invalid(`“${option}” is not allowed here. docs/downloads.md lists the allowed options.`);
    if (pattern === null) {
      if (givenValue !== undefined) return invalid(`“${option}” takes no value.`);
      options.push(option);
      continue;
    }
    const value = givenValue ?? args[(index += 1)];
    if (value === undefined || (givenValue === undefined && value.startsWith('--'))) return invalid(`“${option}” needs a value.`);
    if (!pattern.test(value)) return invalid(`“${option}” does not take the value “${value}”.`);
    if (!isYoutube) {
      options.push(`${option}=${value}`);
      continue;
    }
    const parts = value.slice('youtube:'.length).split(';').filter(Boolean);
    const wrongPart = parts.find((part) => !youtubeParts.test(part));
    if (parts.length === 0 || wrongPart !== undefined) return invalid(`“${option}” does not take “${wrongPart ?? value}” here.`);
    youtube.push(...parts);
  }
  return { ok: true, options, youtube };
}

function invalid(message: string): ExtraOptions {
  return { ok: false, message };
}

/** Splits at white space and resolves quotation marks like a shell, and nothing more. Null if a quotation mark is not closed. */
function splitArguments(text: string): string[] | null {
  const args: string[] = [];
  const token = /\s+|((?:"[^"]*"|'[^']*'|[^\s"'])+)/gy;
  let end = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    end = token.lastIndex;
    if (match[1] !== undefined) args.push(match[1].replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''));
  }
  return end === text.length ? args : null;
}
