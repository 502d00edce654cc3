// /admin/system/: cards about the server, each defined in its own file. Staff only (visits.ts).
import { html, type Html } from './html.ts';
import { frame, noticeBlock } from './page-parts.ts';
import type { AdminFrame, Visit } from './visits.ts';

/** Renders one card. Called at each visit. */
export type SystemCard = (visit: Visit) => Html | Promise<Html>;

export function addSystemPage(admin: AdminFrame, cards: SystemCard[]): void {
  admin.addAreaPage('system', async (visit, { notice }) => {
    const renderedCards = await Promise.all(cards.map(async (card) => card(visit)));
    const { viewer } = visit;
    const { wording } = viewer;
    return frame({
      wording,
      title: wording.texts.system.title,
      theme: viewer.theme,
      viewer,
      area: 'system',
      body: html`${noticeBlock(notice)}${renderedCards}`,
    });
  });
}
