import { expect, test } from 'vitest';
import { ffmpegFacts, programsCard, ytDlpFacts } from '../../server/admin/programs-card.ts';
import type { Visit } from '../../server/admin/visits.ts';
import { serverWording, worded } from '../../server/texts/wording.ts';

const nowMs = Date.UTC(2026, 0, 15);
const readyState = { kind: 'ready', program: '/usr/bin/yt-dlp', hasJsRuntime: true } as const;

test.each([
  [{ ...readyState, version: '2026.01.10' }, 'Version 2026.01.10, 5 days old.', []],
  [{ ...readyState, version: '2025.09.26', hasJsRuntime: false }, 'Version 2025.09.26, 4 months old.', [/^Sites change often/, /JavaScript runtime/]],
  [{ ...readyState, version: '2023.03.04', hasJsRuntime: false }, 'Version 2023.03.04, 2 years old.', [/^Sites change often/, /JavaScript runtime/]],
])('for %j the age and the limitations are reported', (state, status, shortcomings) => {
  const facts = ytDlpFacts(state, nowMs, serverWording);
  expect(facts.status).toBe(status);
  expect(facts.shortcomings).toEqual(shortcomings.map((pattern) => expect.stringMatching(pattern) as string));
});

test('an old ffmpeg has a limitation, a current ffmpeg has none, and a missing ffmpeg is shown as not installed', async () => {
  const program = { file: '/usr/bin/ffmpeg', builtAtMs: nowMs - 10 * 86_400_000 };
  expect(ffmpegFacts({ ...program, version: '4.2.7-0ubuntu0.1' }, nowMs, serverWording)).toMatchObject({
    status: 'Version 4.2.7-0ubuntu0.1, 10 days old.',
    shortcomings: [/older than 5\.1/].map((pattern) => expect.stringMatching(pattern) as string),
  });
  expect(ffmpegFacts({ ...program, version: 'n7.1' }, nowMs, serverWording).shortcomings).toEqual([]);
  const state = async () => ({ kind: 'missing' as const, ...worded(() => 'yt-dlp is not <installed>') });
  const card = programsCard({ ytDlp: { state }, ffmpeg: null });
  expect((await card({ viewer: { wording: serverWording } } as Visit)).text).toMatch(/yt-dlp is not &lt;installed&gt;[\s\S]*Not installed\./);
});
