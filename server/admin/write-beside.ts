// The card on /admin/library/ that lets Stowaway write into an owner's library: off by default. Not shown for Stowaway's own library.
import type { Archive } from '../archive/archive.ts';
import { html, type Html } from './html.ts';
import { form, type Viewer } from './page-parts.ts';
import { text, type AdminFrame } from './visits.ts';

export function addWriteBesideForm(admin: AdminFrame, { librarySettings }: Pick<Archive, 'librarySettings'>): void {
  admin.areaForm('library', 'write-beside', ({ form: written }) => {
    const writesBesideOwner = text(written, 'writes') === 'on';
    librarySettings.change({ writesBesideOwner });
    return {
      kind: 'done',
      message: writesBesideOwner
        ? 'Descriptions and pictures are written beside your files from now on. Existing pictures stay.'
        : 'Your files are only read from now on. What was written before stays.',
    };
  });
}

export function writeBesideCard(viewer: Viewer, isOn: boolean): Html {
  return html`<section class="card">
    <h2>Your files</h2>
    <p class="meta">
      ${
        isOn
          ? 'Descriptions and pictures are written beside your files, and embedded into them where you turned that on. An existing .info.json is updated; an existing picture stays.'
          : 'Your files are only read. What a refresh finds out is kept in the data folder, and in backups and snapshots. If you allow it, descriptions and pictures are written beside your files, and embedded into them where you turned that on. An existing .info.json is then updated; an existing picture stays.'
      }
      Files that Stowaway downloaded are always written.
    </p>
    ${form(
      viewer,
      '/admin/library/write-beside/',
      html`<input type="hidden" name="writes" value="${isOn ? 'off' : 'on'}" />
        <button class="button ghost">${isOn ? 'Only read my files' : 'Allow writing'}</button>`,
    )}
  </section>`;
}
