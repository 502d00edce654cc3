// The disk card on /admin/system/.
import type { DiskState, DiskWatch } from '../disk/watch-disks.ts';
import type { Wording } from '../texts/wording.ts';
import { html, type Html } from './html.ts';
import type { SystemCard } from './system-page.ts';

export function diskCard(disks: Pick<DiskWatch, 'check' | 'states'>): SystemCard {
  return async ({ viewer: { wording } }) => {
    await disks.check();
    return html`<section class="card" id="disk">
      <h2>${wording.texts.system.disk.title}</h2>
      <ul>
        ${disks.states().map((state) => row(state, wording))}
      </ul>
    </section>`;
  };
}

function row({ names, folder, freeBytes, totalBytes, isLow }: DiskState, { texts, formatSize }: Wording): Html {
  const { disk } = texts.system;
  const label = names.map((name) => disk.folders[name]).join(', ');
  return html`<li class="row">
    <div class="words">
      <h3>${label.charAt(0).toUpperCase()}${label.slice(1)} ${isLow && html`<span class="tag warn">${disk.almostFull}</span>`}</h3>
      <p class="meta">${disk.free(formatSize(freeBytes), formatSize(totalBytes))} · ${folder}</p>
    </div>
  </li>`;
}
