// The card on /admin/library/ that allows Stowaway to write into an owner's library. By default this is not allowed. The card is not shown
// for Stowaway's own library.
import type { Archive } from '../archive/archive.ts';
import { html, type Html } from './html.ts';
import { form, type Viewer } from './page-parts.ts';
import { text, type AdminFrame } from './visits.ts';

export function addWriteBesideForm(admin: AdminFrame, { librarySettings }: Pick<Archive, 'librarySettings'>): void {
  admin.addAreaForm('library', 'write-beside', ({ form: submittedForm, viewer }) => {
    const writesBesideOwner = text(submittedForm, 'writes') === 'on';
    librarySettings.change({ writesBesideOwner });
    const { writing } = viewer.wording.texts.library;
    return { kind: 'done', message: writesBesideOwner ? writing.nowOn : writing.nowOff };
  });
}

export function writeBesideCard(viewer: Viewer, isOn: boolean): Html {
  const { writing } = viewer.wording.texts.library;
  return html`<section class="card">
    <h2>${writing.title}</h2>
    <p class="meta">${isOn ? writing.on : writing.off} ${writing.own}</p>
    ${form(
      viewer,
      '/admin/library/write-beside/',
      html`<input type="hidden" name="writes" value="${isOn ? 'off' : 'on'}" /> <button class="button ghost">${isOn ? writing.stop : writing.allow}</button>`,
    )}
  </section>`;
}
