// The disk card on /admin/system/.
import { formatSize } from '../disk/format-size.ts';
import type { DiskState, DiskWatch } from '../disk/watch-disks.ts';
import { html, type Html } from './html.ts';
import type { SystemCard } from './system-page.ts';

export function diskCard(disks: Pick<DiskWatch, 'check' | 'states'>): SystemCard {
  return async () => {
    await disks.check();
    return html`<section class="card" id="disk">
      <h2>Disk</h2>
      <ul>
        ${disks.states().map(row)}
      </ul>
    </section>`;
  };
}

function row({ names, folder, freeBytes, totalBytes, isLow }: DiskState): Html {
  const all = names.join(', ');
  return html`<li class="row">
    <div class="words">
      <h3>${all.charAt(0).toUpperCase()}${all.slice(1)} ${isLow && html`<span class="tag warn">Almost full</span>`}</h3>
      <p class="meta">${formatSize(freeBytes)} of ${formatSize(totalBytes)} free · ${folder}</p>
    </div>
  </li>`;
}
