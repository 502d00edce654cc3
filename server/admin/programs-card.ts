// The card "Programs" on /admin/system/: the installed yt-dlp and ffmpeg, their age, and the shortcomings of old versions.
import { isOlder, type YtDlp, type YtDlpState } from '../downloader/yt-dlp.ts';
import { installedFfmpeg, type InstalledProgram } from '../media-files/program-version.ts';
import type { Texts } from '../texts/english.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import type { SystemCard } from './system-page.ts';

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

export function programsCard({ ytDlp, ffmpeg, now = Date.now }: ProgramsCardDeps): SystemCard {
  return async ({ viewer: { wording } }) => {
    const [downloader, ffmpegProgram] = await Promise.all([ytDlp.state(), installedFfmpeg(ffmpeg)]);
    return html`<section class="card">
      <h2>${wording.texts.system.programs.title}</h2>
      <ul>
        ${row('yt-dlp', ytDlpFacts(downloader, now(), wording))}${row('ffmpeg', ffmpegFacts(ffmpegProgram, now(), wording))}
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

export function ytDlpFacts(state: YtDlpState, nowMs: number, wording: Wording): ProgramFacts {
  const { programs } = wording.texts.system;
  if (state.kind === 'missing' || state.kind === 'broken') return { status: programs.needed, shortcomings: [state.sentence(wording)] };
  const days = ageInDays(state.version, nowMs);
  const status = days === null ? programs.version(state.version) : programs.versionAndAge(state.version, formatAge(days, programs));
  if (state.kind === 'too-old') return { status, shortcomings: [state.sentence(wording)] };
  return {
    status,
    shortcomings: [...(days !== null && days > staleAfterDays ? [programs.old] : []), ...(state.hasJsRuntime ? [] : [programs.noRuntime])],
  };
}

export function ffmpegFacts(program: InstalledProgram | null, nowMs: number, { texts }: Wording): ProgramFacts {
  const { programs } = texts.system;
  if (program === null) return { status: programs.notInstalled, shortcomings: [programs.noFfmpeg] };
  const { version, builtAtMs } = program;
  const number = /^n?(\d+\.\d+)/.exec(version ?? '')?.[1] ?? null;
  return {
    status: programs.versionAndAge(version ?? programs.unknownVersion, formatAge(Math.max(0, Math.floor((nowMs - builtAtMs) / dayMs)), programs)),
    shortcomings: number !== null && isOlder(number, testedFfmpeg) ? [programs.olderThanTested(testedFfmpeg)] : [],
  };
}

/** The age of a version of yt-dlp in days. Versions of yt-dlp are usually dates; the age of any other version is null. */
function ageInDays(version: string, nowMs: number): number | null {
  const match = /^(\d{4})\.(\d{1,2})\.(\d{1,2})/.exec(version);
  const atMs = match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : Number.NaN;
  return Number.isFinite(atMs) ? Math.max(0, Math.floor((nowMs - atMs) / dayMs)) : null;
}

function formatAge(days: number, { age: ageTexts }: Texts['system']['programs']): string {
  if (days < 2) return ageTexts.new;
  if (days < 60) return ageTexts.days(days);
  return days < 730 ? ageTexts.months(Math.round(days / 30.4)) : ageTexts.years(Math.floor(days / 365));
}
