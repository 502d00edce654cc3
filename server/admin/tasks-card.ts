// The card "Tasks" on /admin/system/: the results of tasks in the last 30 days, newest first, in pages. `?tasks=failed` hides successful
// ones; `?before=ID` shows the tasks before that one.
import type { TaskHistory, EndedTask } from '../tasks/history.ts';
import { html, type Html } from './html.ts';
import { areas, time } from './page-parts.ts';
import type { SystemCard } from './system-page.ts';

const perPage = 25;
/** Lines of a task shown at first; a rescan of a damaged disk has hundreds. The rest can be expanded. */
const maxShownLines = 3;

const tags: Record<EndedTask['outcome'], Html | false> = {
  done: false,
  failed: html`<span class="tag failed">Failed</span>`,
  killed: html`<span class="tag failed">Interrupted</span>`,
};

export function tasksCard(history: Pick<TaskHistory, 'list'>): SystemCard {
  return ({ request }) => {
    const query = request.query as Record<string, unknown>;
    const isFailedOnly = query['tasks'] === 'failed';
    const before = typeof query['before'] === 'string' && /^\d{1,15}$/.test(query['before']) ? Number(query['before']) : null;
    // Fetches one more than is shown, to know whether there are older tasks.
    const found = history.list({ before, limit: perPage + 1, isFailedOnly });
    const runs = found.slice(0, perPage);
    const link = (failed: boolean, olderThan: number | null): string => {
      const parts = [...(failed ? ['tasks=failed'] : []), ...(olderThan === null ? [] : [`before=${olderThan}`])];
      return `${areas.system}${parts.length > 0 ? `?${parts.join('&')}` : ''}#tasks`;
    };
    const hasOthers = before !== null || found.length > perPage;
    const nothing = isFailedOnly ? 'No task failed in the last 30 days.' : 'No task has ended in the last 30 days.';
    return html`<section class="card" id="tasks">
      <h2>Tasks</h2>
      <div class="segments">
        <a class="segment" href="${link(false, null)}" ${!isFailedOnly && html`aria-current="true"`}>All</a>
        <a class="segment" href="${link(true, null)}" ${isFailedOnly && html`aria-current="true"`}>Failed</a>
      </div>
      ${runs.length === 0 && html`<p class="meta">${before === null ? nothing : 'Nothing older.'}</p>`}
      ${
        runs.length > 0 &&
        html`<ul>
          ${runs.map(row)}
        </ul>`
      }
      ${
        hasOthers &&
        html`<div class="buttons">
          ${before !== null && html`<a class="button ghost" href="${link(isFailedOnly, null)}">Newest</a>`}
          ${found.length > perPage && html`<a class="button ghost" href="${link(isFailedOnly, runs.at(-1)?.id ?? null)}">Older</a>`}
        </div>`
      }
    </section>`;
  };
}

function row({ title, outcome, startedAt, endedAt, lines }: EndedTask): Html {
  // A single further line takes no more space than the button that expands it.
  const split = lines.length > maxShownLines + 1 ? maxShownLines : lines.length;
  const [first, rest] = [lines.slice(0, split), lines.slice(split)];
  return html`<li class="row">
    <div class="words">
      <h3>${title} ${tags[outcome]}</h3>
      ${first.map(lineBlock)}
      ${
        rest.length > 0 &&
        html`<details class="more">
          <summary aria-label="${rest.length} more lines of ${title}">${rest.length} more</summary>
          ${rest.map(lineBlock)}
        </details>`
      }
      <p class="meta">${time(endedAt)}${endedAt - startedAt > 0 && ` · took ${formatDuration(endedAt - startedAt)}`}</p>
    </div>
  </li>`;
}

function lineBlock(line: string): Html {
  return html`<p class="line">${line}</p>`;
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
