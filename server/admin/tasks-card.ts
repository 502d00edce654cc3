// The card "Tasks" on /admin/system/: the results of tasks in the last 30 days, newest first, in pages. `?tasks=failed` hides successful
// tasks; `?before=ID` shows the tasks before the one with this id.
import type { TaskHistory, EndedTask } from '../tasks/history.ts';
import { titleOf } from '../tasks/task-titles.ts';
import type { Texts } from '../texts/english.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import { areas, inEnglish, time } from './page-parts.ts';
import type { SystemCard } from './system-page.ts';

const perPage = 25;
/** Lines of a task shown at first; a rescan of a damaged disk has hundreds. The rest can be expanded. */
const maxShownLines = 3;

export function tasksCard(history: Pick<TaskHistory, 'list'>): SystemCard {
  return ({ request, viewer: { wording } }) => {
    const texts = wording.texts.system.tasks;
    const query = request.query as Record<string, unknown>;
    const isFailedOnly = query['tasks'] === 'failed';
    const beforeId = typeof query['before'] === 'string' && /^\d{1,15}$/.test(query['before']) ? Number(query['before']) : null;
    // One more task is fetched than is shown, to know whether there are older tasks.
    const fetchedRuns = history.list({ before: beforeId, limit: perPage + 1, isFailedOnly });
    const runs = fetchedRuns.slice(0, perPage);
    const link = (onlyFailed: boolean, olderThan: number | null): string => {
      const parts = [...(onlyFailed ? ['tasks=failed'] : []), ...(olderThan === null ? [] : [`before=${olderThan}`])];
      return `${areas.system}${parts.length > 0 ? `?${parts.join('&')}` : ''}#tasks`;
    };
    const hasOtherPages = beforeId !== null || fetchedRuns.length > perPage;
    const emptyText = isFailedOnly ? texts.noneFailed : texts.none;
    return html`<section class="card" id="tasks">
      <h2>${texts.title}</h2>
      <div class="segments">
        <a class="segment" href="${link(false, null)}" ${!isFailedOnly && html`aria-current="true"`}>${texts.all}</a>
        <a class="segment" href="${link(true, null)}" ${isFailedOnly && html`aria-current="true"`}>${texts.failed}</a>
      </div>
      ${runs.length === 0 && html`<p class="meta">${beforeId === null ? emptyText : texts.nothingOlder}</p>`}
      ${
        runs.length > 0 &&
        html`<ul>
          ${runs.map((run) => row(run, wording))}
        </ul>`
      }
      ${
        hasOtherPages &&
        html`<div class="buttons">
          ${beforeId !== null && html`<a class="button ghost" href="${link(isFailedOnly, null)}">${texts.newest}</a>`}
          ${fetchedRuns.length > perPage && html`<a class="button ghost" href="${link(isFailedOnly, runs.at(-1)?.id ?? null)}">${texts.older}</a>`}
        </div>`
      }
    </section>`;
  };
}

function row({ name, title: englishTitle, outcome, startedAt, endedAt, lines }: EndedTask, wording: Wording): Html {
  const texts = wording.texts.system.tasks;
  // A title that is not the task's usual one is shown as it was stored.
  const title = englishTitle === titleOf(name) && isTitled(name, texts.titles) ? texts.titles[name] : englishTitle;
  // A single further line takes no more space than the button that expands it.
  const shownCount = lines.length > maxShownLines + 1 ? maxShownLines : lines.length;
  const [shownLines, moreLines] = [lines.slice(0, shownCount), lines.slice(shownCount)];
  const lineBlock = (line: string): Html => html`<p class="line" ${inEnglish(wording)}>${line}</p>`;
  return html`<li class="row">
    <div class="words">
      <h3>${title} ${outcome !== 'done' && html`<span class="tag failed">${outcome === 'failed' ? texts.failed : texts.interrupted}</span>`}</h3>
      ${shownLines.map(lineBlock)}
      ${
        moreLines.length > 0 &&
        html`<details class="more">
          <summary aria-label="${texts.moreOf(moreLines.length, title)}">${texts.more(moreLines.length)}</summary>
          ${moreLines.map(lineBlock)}
        </details>`
      }
      <p class="meta">${time(endedAt, wording)}${endedAt - startedAt > 0 && ` · ${texts.took(formatDuration(endedAt - startedAt, texts))}`}</p>
    </div>
  </li>`;
}

function isTitled<Titles extends object>(name: PropertyKey, titles: Titles): name is keyof Titles {
  return Object.hasOwn(titles, name);
}

function formatDuration(seconds: number, texts: Texts['system']['tasks']): string {
  if (seconds < 60) return texts.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? texts.minutes(minutes, seconds % 60) : texts.hours(Math.floor(minutes / 60), minutes % 60);
}
