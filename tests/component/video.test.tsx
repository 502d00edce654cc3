// The video page around the player (SPEC §2 "Video page"). tests/e2e covers playback itself.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aWireComment, aWireVideo } from '../builders/mirror-wire.ts';
import { hanging } from '../doubles/fetch-script.ts';
import { phone, renderScreen, tablet, type Screen, type ScreenOptions } from './screen.tsx';
import { shellTexts } from '../../src/texts/shell.ts';
import { expectQuotedText } from './quoted-text.ts';
import { silence } from './silence.ts';
import { longTest } from '../long-test.ts';

const laptop = { width: 1280, height: 800 };
const main = page.getByRole('main');
const actions = page.getByRole('group', { name: 'Actions' });
const moreActions = actions.getByRole('button', { name: 'More actions' });
const comments = page.getByRole('region', { name: 'Comments' });
const fog = aWireVideo({
  youtube_id: 'fogNorthSea',
  title: 'Crossing the North Sea alone, day 3: fog',
  published: '2026-05-12T00:00:00+00:00',
  description: 'Horns at 1:36.\nhttps://example.org/slow-harbour/day-3\n\n0:00 Out\n2:14 In',
  tags: ['sailing'],
  comment_count: 2,
  stats: { like_count: 3904, average_rating: 4.93, view_count: 81_204, dislike_count: 21 },
});

afterEach(() => vi.unstubAllGlobals());

test('a video shows its facts', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
  await expect.element(main.getByText('Published 12 May 2026')).toBeVisible();
  await expect.element(main.getByText('3,904 likes')).toBeInTheDocument();
  await expect.element(main.getByText('21 dislikes')).toBeInTheDocument();
  const stars = main.getByRole('img', { name: /^Rated 4\.9\d? of 5/ });
  await expect.element(stars).toBeVisible();
  expect(stars.element().querySelectorAll('svg')).toHaveLength(5);
  await expect
    .element(main.getByRole('link', { name: 'Harbour Lights' }).first())
    .toHaveAttribute('href', expect.stringMatching(/^\/channel\/UCharbourlights0000000000\/?$/) as string);
  await expect.element(main.getByText('File size')).toBeVisible();
  await expect.element(main.getByRole('definition').filter({ hasText: /^\d+ × \d+ · .*bit\/s$/ })).toBeVisible();
  await expect.element(main.getByRole('link', { name: 'Original' })).toHaveAttribute('href', expect.stringMatching(/^https:\/\//) as string);
  await expect.element(main.getByRole('list', { name: 'Tags' }).getByText('#sailing')).toBeVisible();
});

test.each([
  ['the page copies a link that this browser cannot share', 'NotAllowedError', 'Link copied.'],
  ['the page copies nothing when the user dismisses the sharing of a link', 'AbortError', ''],
])('%s', async (_description, name, message) => {
  const [share, writeText] = [vi.fn(async () => Promise.reject(new DOMException('', name))), vi.fn(async () => {})];
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await open();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share link…', exact: true }).click();
  await expect.poll(() => share.mock.calls.length).toBe(1);
  await expect.poll(() => writeText.mock.calls.length).toBe(message === '' ? 0 : 1);
  if (message !== '') await expect.element(page.getByText(message)).toBeVisible();
});

longTest('a very long title is cut between words until it is expanded', async () => {
  const title = 'A second horn, and no wind at all '.repeat(9).trim();
  await renderScreen('/video/fogNorthSea/', { videos: [{ ...fog, title, description: null }] });
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent(/^A second horn.{60,110}…$/);
  await main.getByRole('button', { name: 'Show more' }).click();
  await expect.element(heading).toHaveTextContent(title);
  await main.getByRole('button', { name: 'Show less' }).click();
  await expect.element(heading).toHaveTextContent(/…$/);
});

test('links and times in a description can be followed', async () => {
  await open();
  const description = page.getByRole('region', { name: 'Description' });
  const link = description.getByRole('link', { name: 'https://example.org/slow-harbour/day-3' });
  await expect.element(link).toHaveAttribute('href', 'https://example.org/slow-harbour/day-3');
  await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener') as string);
  await expect.element(description.getByRole('button', { name: 'Go to 1:36' })).toBeVisible();
});

longTest('the list of chapters beside the player marks the current chapter, and plays from a pressed chapter', async () => {
  const description = '0:00 Out\n1:10 Horns\n2:14 In';
  const silentVideo = { ...fog, description, media_url: silence(200), streams: [], subtitles: [] };
  await open({ videos: [silentVideo], viewport: laptop });
  const chapters = page.getByRole('region', { name: 'Chapters' });
  const currentChapter = () => chapters.element().querySelector('[aria-current]')?.textContent;
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuemax', '200');
  await expect.poll(currentChapter).toBe('0:00Out');
  await chapters.getByRole('button', { name: /Horns/ }).click();
  await expect.poll(() => document.querySelector('video')?.currentTime).toBeGreaterThanOrEqual(70);
  await expect.poll(currentChapter).toBe('1:10Horns');
  await expect.element(page.getByRole('region', { name: 'Description' }).getByRole('button', { name: /Horns/ })).toHaveAttribute('aria-current', 'true');
  await page.viewport(phone.width, phone.height);
  await expect.element(chapters).not.toBeInTheDocument();
});

test('beside the player, the page lists more videos of the channel from this device’s copy, without the similar ones', async () => {
  const channel = fog.channel;
  const [tide, buoy, kettle] = [
    aWireVideo({ youtube_id: 'tide', title: 'Low tide', channel, published: '2026-04-01T00:00:00+00:00' }),
    aWireVideo({ youtube_id: 'buoy', title: 'A buoy', channel, published: '2026-05-01T00:00:00+00:00' }),
    aWireVideo({ youtube_id: 'kettle', title: 'A kettle', channel: { ...channel, channel_id: 'UCkettle', channel_name: 'Kettle & Cog' } }),
  ];
  const horn = aWireVideo({ youtube_id: 'horn', title: 'A horn', channel });
  const { goTo } = await renderScreen('/', {
    videos: [fog, tide, buoy, kettle, horn],
    answers: { [`/api/video/${fog.youtube_id}/similar/`]: [horn, kettle] },
    viewport: laptop,
  });
  await expect.element(page.getByRole('article').first()).toBeVisible();
  goTo(`/video/${fog.youtube_id}/`);
  const titlesIn = (name: string) =>
    page
      .getByRole('region', { name })
      .getByRole('heading', { level: 3 })
      .elements()
      .map((title) => title.querySelector('a')?.firstChild?.textContent);
  await expect.poll(() => titlesIn('More from Harbour Lights')).toEqual(['A buoy', 'Low tide']);
  expect(titlesIn('Similar Videos')).toEqual(['A horn', 'A kettle']);
});

test('a description that looks like markup stays text', async () => {
  await open({ videos: [{ ...fog, description: '<img src=x onerror="alert(1)"><b>bold</b>' }] });
  await expect.element(page.getByRole('region', { name: 'Description' }).getByText('<b>bold</b>')).toBeVisible();
});

test('a video without comments and description says so, and shows no unknown counts', async () => {
  await open({ videos: [{ ...fog, description: null, stats: { like_count: 0, average_rating: 0, view_count: 0, dislike_count: 0 } }] });
  await expectQuotedText('Video has no comments', page.getByText('Video has no comments', { exact: true }));
  await expect.element(page.getByText('No description.')).toBeVisible();
  expect(page.getByText(/dislikes?$/).elements()).toEqual([]);
  expect(page.getByRole('img', { name: /^Rated/ }).elements()).toEqual([]);
});

test('a video that is gone at its source is shown as deactivated, without a link to the source', async () => {
  await open({ videos: [{ ...fog, active: false }] });
  await expectQuotedText('Deactivated', page.getByText('Deactivated', { exact: true }));
  await expect.element(page.getByRole('link', { name: 'Original' })).not.toBeInTheDocument();
});

test('comments show their authors, and replies on request', async () => {
  const replies = ['It was a gift.', 'From whom?', 'My brother.'].map((text, index) =>
    aWireComment({ comment_id: `r${index}`, comment_parent: 'c1', comment_text: text, comment_author_is_uploader: index === 0 }),
  );
  await open({
    answers: {
      [`/api/video/${fog.youtube_id}/comment/`]: [
        aWireComment({
          comment_author: '@tidewatcher',
          comment_text: 'At 1:44 you can hear a horn',
          comment_likecount: 182,
          comment_is_favorited: true,
          comment_replies: replies,
        }),
      ],
    },
  });
  const firstComment = comments.getByRole('article').first();
  await expect.element(firstComment.getByText('@tidewatcher')).toBeInTheDocument();
  await expect.element(firstComment.getByText('182 likes')).toBeInTheDocument();
  await expect.element(firstComment.getByRole('img', { name: 'Favorited by the uploader' })).toBeInTheDocument();
  await expect.element(firstComment.getByRole('button', { name: 'Go to 1:44' })).toBeInTheDocument();
  const toggle = firstComment.getByRole('button', { name: '3 replies' });
  await expectQuotedText('N replies', toggle);
  expect(comments.getByText('It was a gift.').elements()).toEqual([]);
  await toggle.click();
  await expect.element(comments.getByText('It was a gift.')).toBeVisible();
  await expect.element(comments.getByText('Uploader')).toBeVisible();
  await toggle.click();
  await expect.element(comments.getByText('It was a gift.')).not.toBeInTheDocument();
});

longTest('a comment whose time is not known shows none', async () => {
  const comment = (id: string, seconds: number) => aWireComment({ comment_id: id, comment_text: id, comment_timestamp: seconds });
  await open({ answers: { [`/api/video/${fog.youtube_id}/comment/`]: [comment('dated', 1_500_000_000), comment('undated', 0)] } });
  await expect.element(comments.getByText('undated', { exact: true })).toBeInTheDocument();
  const times = comments
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('time')?.dateTime);
  expect(times).toEqual(['2017-07-14T02:40:00.000Z', undefined]);
});

test('the page shows only the first of many comments until the others are requested', async () => {
  const manyComments = Array.from({ length: 50 }, (_none, index) => aWireComment({ comment_id: `c${index}`, comment_text: `Comment ${index}.` }));
  await open({ answers: { [`/api/video/${fog.youtube_id}/comment/`]: manyComments } });
  await expect.element(comments.getByText('Comment 0.', { exact: true })).toBeInTheDocument();
  expect(comments.getByText('Comment 49.', { exact: true }).elements()).toEqual([]);
  (comments.getByRole('button', { name: 'Show more (30)' }).element() as HTMLElement).click(); // scrolling to the button would show more too
  await expect.poll(() => comments.getByRole('article').elements().length).toBeGreaterThan(20);
});

longTest('the page shows more comments when one observer callback reports the end first as out of view and then as in view', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly report: (moments: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void) {}
      observe(): void {
        queueMicrotask(() => this.report([{ isIntersecting: false }, { isIntersecting: true }]));
      }
      disconnect(): void {}
    },
  );
  const manyComments = Array.from({ length: 50 }, (_none, index) => aWireComment({ comment_id: `c${index}`, comment_text: `Comment ${index}.` }));
  await open({ answers: { [`/api/video/${fog.youtube_id}/comment/`]: manyComments } });
  await expect.poll(() => comments.getByRole('article').elements().length).toBe(50);
});

test('the watched toggle changes immediately, reaches the archive and can be reverted', async () => {
  const { archive } = await open();
  await actions.getByRole('button', { name: 'Mark watched' }).click();
  await expect.element(actions.getByRole('button', { name: 'Mark unwatched' })).toBeVisible();
  await expect.poll(() => archive.sentBody('POST /api/watched/')).toEqual({ id: fog.youtube_id, is_watched: true });
  await actions.getByRole('button', { name: 'Mark unwatched' }).click();
  await expect.element(actions.getByRole('button', { name: 'Mark watched' })).toBeVisible();
  await expect.poll(() => archive.sentBody('POST /api/watched/')).toEqual({ id: fog.youtube_id, is_watched: false });
});

longTest('the file, reindexing and deleting are in a menu', async () => {
  const { archive, stopArchive } = await open();
  await moreActions.click();
  const fileItem = page.getByRole('menuitem', { name: 'Download File' });
  await expect.element(fileItem).toHaveFocus();
  await expect.element(fileItem).toHaveAttribute('download', '');
  await expect.element(fileItem).toHaveAttribute('href', fog.media_url);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expectQuotedText('Reindex scheduled', page.getByRole('status').getByText('Reindex scheduled', { exact: true }));
  expect(archive.sentBody('POST /api/refresh/')).toEqual({ video: [fog.youtube_id] });
  await expect.element(moreActions).toHaveFocus();
  stopArchive();
  await chooseMore('Reindex');
  await expect.element(page.getByText(/needs the server/).first()).toBeVisible();
});

test.each([
  ['a phone', phone],
  ['a tablet', tablet],
  ['a laptop', laptop],
])('the actions on %s are one row of equal height, and More is within the window', async (_where, viewport) => {
  await open({ viewport });
  await expect.element(moreActions).toBeVisible();
  const boxes = [...actions.element().querySelectorAll('button')].map((button) => button.getBoundingClientRect());
  expect(boxes.length).toBeGreaterThanOrEqual(4);
  expect([...new Set(boxes.map(({ top, height }) => `${top} ${height}`))]).toHaveLength(1);
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(viewport.width);
});

test('the delete dialog opens with the focus on Cancel, and shows a refusal by the archive', async () => {
  const { archive } = await open();
  const question = page.getByRole('alertdialog', { name: 'Delete this video?' });
  await chooseMore('Delete Video');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(moreActions).toHaveFocus();
  expect(archive.count('DELETE /api/video/')).toBe(0);
  archive.on('DELETE /api/video/', Response.json({ error: 'The file is locked.' }, { status: 400 }));
  await chooseMore('Delete Video');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('The file is locked.')).toBeVisible();
});

longTest('a page that the user opens during the deletion of a video stays open', async () => {
  const { archive, goTo } = await open();
  const question = page.getByRole('alertdialog', { name: 'Delete this video?' });
  let finishDeletion = (): void => {};
  const deletionGate = new Promise<void>((resolve) => (finishDeletion = resolve));
  archive.on('DELETE /api/video/', () => deletionGate.then(() => new Response(null, { status: 204 })));
  await chooseMore('Delete Video');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  goTo('/about/');
  await expect.element(question).not.toBeInTheDocument();
  const goSpy = vi.spyOn(history, 'go');
  finishDeletion();
  await expect.element(page.getByText(`Deleted: ${fog.title}`)).toBeVisible();
  expect(goSpy).not.toHaveBeenCalled();
  expect(location.pathname).toBe('/about/');
});

longTest('the name of a new playlist that could not be stored stays in its field', async () => {
  const { mirror } = await open();
  await actions.getByRole('button', { name: 'Add To Playlist' }).click();
  const field = page.getByRole('textbox', { name: 'New playlist' });
  await field.fill('For the ferry');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const add = vi.spyOn(mirror().db.outbox, 'add').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByText(shellTexts.notKept.full)).toBeVisible();
  await expect.element(field).toHaveValue('For the ferry');
  add.mockRestore();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByRole('checkbox', { name: /^For the ferry/ })).toBeChecked();
  await expect.element(field).toHaveValue('');
});

longTest('a person whom the archive does not let change custom playlists gets one message, and the controls disappear', async () => {
  const screen = await renderScreen('/playlist/', {
    videos: [fog],
    isStaff: false,
    answers: { 'POST /api/playlist/custom/': () => Response.json({ detail: 'You do not have permission to perform this action.' }, { status: 403 }) },
  });
  const button = page.getByRole('button', { name: 'New', exact: true });
  await button.click();
  const field = page.getByRole('textbox', { name: 'New playlist' });
  await field.fill('For the night watch');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByRole('status').getByText(/staff/i)).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  await expect.element(field).not.toBeInTheDocument();
  await screen.reload(`/video/${fog.youtube_id}/`);
  await expect.element(page.getByRole('button', { name: 'Mark watched' }).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add To Playlist' })).not.toBeInTheDocument();
  expect(page.getByRole('status').getByText(/staff/i).elements()).toEqual([]);
});

test('a video never seen before is shown after at most two round trips', async () => {
  // Without this cookie, the client pings after each answer of a server that does not name the user, to find out whose session it is.
  document.cookie = 'csrftoken=of-this-session';
  onTestFinished(() => void (document.cookie = 'csrftoken=; max-age=0'));
  const { archive, reload } = await renderScreen('/channel/', { videos: [fog] });
  await expect.element(page.getByRole('article').first()).toBeVisible();
  const details = `/api/video/${fog.youtube_id}/`;
  const rounds: string[][] = [[]];
  const heldAnswers: (() => void)[] = [];
  const fetchFromArchive = archive.fetch;
  archive.fetch = async (input, init) => {
    rounds.at(-1)?.push(input instanceof Request ? input.url : input.toString());
    if (rounds.length > 2) return hanging(null, null);
    await new Promise<void>((resolve) => heldAnswers.push(resolve));
    return fetchFromArchive(input, init);
  };
  /** Answers the requests made so far. Later ones belong to the next round. */
  const answerRound = (): void => {
    rounds.push([]);
    for (const release of heldAnswers.splice(0)) release();
  };
  const reloading = reload(`/video/${fog.youtube_id}/`);
  await expect.poll(() => rounds.flat()).toContain('/api/ping/');
  if (!rounds.flat().includes(details)) answerRound();
  await expect.poll(() => rounds.flat()).toContain(details);
  answerRound();
  await expect.element(page.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
  await expect.element(main.getByText('File size')).toBeVisible();
  await reloading;
});

async function open(options: ScreenOptions = {}): Promise<Screen> {
  const screen = await renderScreen(`/video/${fog.youtube_id}/`, { videos: [fog], ...options });
  await expect.element(page.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
  return screen;
}

/** Chooses an item of the More menu. */
async function chooseMore(name: string): Promise<void> {
  await moreActions.click();
  await page.getByRole('menuitem', { name }).click();
}
