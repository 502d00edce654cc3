// The card "Programs" on /admin/system/: the installed yt-dlp and ffmpeg, their age, and the shortcomings of old versions.
import { isOlder, type YtDlp, type YtDlpState } from '../downloader/yt-dlp.ts';
import { installedFfmpeg, type InstalledProgram } from '../media-files/program-version.ts';
import { html, type Html } from './html.ts';

export interface ProgramsCardDeps {
  ytDlp: Pick<YtDlp, 'state'>;
  ffmpeg: string | null;
  now?: () => number;
}

const dayMs = 86_400_000;
/** Sites change within weeks; yt-dlp itself also warns about its age after 90 days. */
const staleAfterDays = 90;
/** Debian 12's version, with which Stowaway is tested. */
const testedFfmpeg = '5.1';

export function programsCard({ ytDlp, ffmpeg, now = Date.now }: ProgramsCardDeps): () => Promise<Html> {
  return async () => {
    const [downloader, media] = await Promise.all([ytDlp.state(), installedFfmpeg(ffmpeg)]);
    return html`<section class="card">
      <h2>Programs</h2>
      <ul>
        ${row('yt-dlp', ytDlpFacts(downloader, now()))}${row('ffmpeg', ffmpegFacts(media, now()))}
      </ul>
    </section>`;
  };
}

interface ProgramFacts {
  status: string;
  /** What the program cannot do, and how to fix that. */
  shortcomings: string[];
}

function row(name: string, { status, shortcomings }: ProgramFacts): Html {
  return html`<li class="row">
    <div class="words">
      <h3>${name}</h3>
      <p class="meta">${status}</p>
      ${shortcomings.map((line) => html`<p class="line">${line}</p>`)}
    </div>
  </li>`;
}

export function ytDlpFacts(state: YtDlpState, nowMs: number): ProgramFacts {
  if (state.kind === 'missing' || state.kind === 'broken') return { status: 'Downloads and refreshing need it.', shortcomings: [state.message] };
  const days = ageOf(state.version, nowMs);
  const status = `Version ${state.version}${days === null ? '' : `, ${age(days)}`}.`;
  if (state.kind === 'too-old') return { status, shortcomings: [state.message] };
  return {
    status,
    shortcomings: [
      ...(days !== null && days > staleAfterDays ? ['Sites change often, and an old version stops working with them. A newer one usually helps.'] : []),
      ...(state.hasJsRuntime ? [] : ['It cannot use a JavaScript runtime (2025.11.12 and later can). Without one YouTube offers fewer formats, or none.']),
    ],
  };
}

export function ffmpegFacts(program: InstalledProgram | null, nowMs: number): ProgramFacts {
  if (program === null)
    return {
      status: 'Not installed.',
      shortcomings: [
        'Without it, separate video and audio are not merged, nothing is embedded, and only files that the browser supports can be played. On Debian: apt install ffmpeg.',
      ],
    };
  const { version, builtAtMs } = program;
  const number = /^n?(\d+\.\d+)/.exec(version ?? '')?.[1] ?? null;
  return {
    status: `Version ${version ?? 'unknown'}, ${age(Math.max(0, Math.floor((nowMs - builtAtMs) / dayMs)))}.`,
    shortcomings:
      number !== null && isOlder(number, testedFfmpeg)
        ? [`It is older than ${testedFfmpeg}, with which Stowaway was tested: newer codecs may fail to play or merge.`]
        : [],
  };
}

/** The age in days, since yt-dlp's versions are dates. Null if the version is not a date. */
function ageOf(version: string, nowMs: number): number | null {
  const found = /^(\d{4})\.(\d{1,2})\.(\d{1,2})/.exec(version);
  const atMs = found ? Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])) : Number.NaN;
  return Number.isFinite(atMs) ? Math.max(0, Math.floor((nowMs - atMs) / dayMs)) : null;
}

function age(days: number): string {
  if (days < 2) return 'new';
  if (days < 60) return `${days} days old`;
  return days < 730 ? `${Math.round(days / 30.4)} months old` : `${Math.floor(days / 365.25)} years old`;
}
