import { describe, expect, test } from 'vitest';
import { createShellRecorder } from '../../scripts/build/shell-files.mjs';
import { literalTexts } from '../../scripts/check/literal-texts.mjs';
import { templateTexts } from '../../scripts/check/template-texts.mjs';

describe('text in the markup is found', () => {
  const foundCases: [where: string, source: string][] = [
    ['between tags', '<p>Hello</p>'],
    ['in braces', "<p>{'Hello'}</p>"],
    ['in a branch', "<p>{isOpen ? 'Open' : null}</p>"],
    ['after &&', "<p>{isOpen && 'Open'}</p>"],
    ['in a template', '<p>{`${count} videos`}</p>'],
    ['in a label', '<button aria-label="Close" />'],
    ['in a placeholder with braces', "<input placeholder={'Search'} />"],
    ['in an alt text', '<img alt="A boat" />'],
    ['in a title of a component', '<Banner title="New" />'],
    ['in an element inside an attribute', '<Banner action={<b>Update</b>} />'],
    ['in another alphabet', '<p>Привет</p>'],
  ];
  test.each(foundCases)('%s', (_where, source) => {
    expect(literalTexts('x.tsx', `const a = (${source});`)).toHaveLength(1);
  });

  const allowedCases: [what: string, source: string][] = [
    ['punctuation and digits', '<p> · {title} (3)</p>'],
    ['a class', '<p className="wide" data-state="open" />'],
    ['a text from the table', '<p aria-label={texts.close}>{texts.hello}</p>'],
    ['a key of the table', "<p>{texts['hello']}</p>"],
    ['a comparison', "<p>{state === 'open' ? texts.open : null}</p>"],
  ];
  test.each(allowedCases)('but not %s', (_what, source) => {
    expect(literalTexts('x.tsx', `const a = (${source});`)).toEqual([]);
  });
});

describe('text in a template of the server’s pages is found', () => {
  test.each([
    ['between tags', 'html`<p>Hello</p>`', 'Hello'],
    ['beside a value', 'html`<p>${name} is back</p>`', 'is back'],
    ['in a label', 'html`<a href="/x" aria-label="Close ${name}"></a>`', 'Close'],
    ['in a branch', "html`<p>${isOpen ? 'Open' : other}</p>`", 'Open'],
    ['in an argument', "html`${card('Two words')}`", 'Two words'],
    ['in an inserted template', 'html`<p>${`Delete ${name}`}</p>`', 'Delete'],
    ['after &&', "html`<p>${isOn && 'Turned on'}</p>`", 'Turned on'],
    ['after ??', "html`${name ?? 'Unknown person'}`", 'Unknown person'],
    ['in a template within a value', 'html`${list.map((one) => html`<li>Item</li>`)}`', 'Item'],
  ])('%s', (_where, source, text) => {
    expect(templateTexts('x.ts', `const a = ${source};`).map((finding) => finding.text)).toEqual([text]);
  });

  test.each([
    ['a text of the table', 'html`<p>${texts.hello}</p>`'],
    ['a class', "html`<p class=\"wide ${isBig ? 'big' : 'small'}\"></p>`"],
    ['an attribute', 'html`<input ${isOn && html`checked`} ${here && html`aria-current="page"`} />`'],
    ['our name', 'html`<title>${title} · Stowaway</title>`'],
    ['a comparison', "html`${state === 'OPEN DOOR' && texts.open}`"],
    ['a text outside markup', "log('Nothing to see')"],
  ])('but not %s', (_what, source) => {
    expect(templateTexts('x.ts', `const a = ${source};`)).toEqual([]);
  });
});

describe('the worker’s list of files', () => {
  const bundle = {
    'assets/index.js': chunk('assets/index.js', { isEntry: true, imports: ['assets/shared.js'], css: ['assets/index.css'] }),
    'assets/shared.js': chunk('assets/shared.js'),
    'assets/home.js': chunk('assets/home.js', { facade: '/project/src/screens/home/home-screen.tsx', imports: ['assets/card.js'] }),
    'assets/card.js': chunk('assets/card.js'),
    'assets/video.js': chunk('assets/video.js', { facade: '/project/src/screens/video/video-screen.tsx' }),
    'assets/hls.js': chunk('assets/hls.js'),
  };
  const builtFile = (url: string, size = 10_000) => ({ url, revision: null, size });

  test('has the shell, the home screen and their imports at once, other screens for later, and no large player', () => {
    const recorder = createShellRecorder({ shellParts: ['src/screens/home/'] });
    recorder.record(bundle);
    const builtFiles = [
      ...['index.html', ...Object.keys(bundle), 'assets/index.css', 'icons/icon-192.png', 'favicon.svg'].map((url) =>
        builtFile(url, url.includes('hls') ? 500_000 : 10_000),
      ),
      builtFile('assets/instrument-sans-latin-wght-normal-1.woff2'),
      builtFile('assets/jetbrains-mono-latin-wght-normal-1.woff2'),
    ];
    const chosenFiles = recorder.choose(builtFiles) as { url: string; isForLater?: boolean }[];
    expect(chosenFiles.filter((file) => !file.isForLater).map((file) => file.url)).toEqual([
      'index.html',
      'assets/index.js',
      'assets/shared.js',
      'assets/home.js',
      'assets/card.js',
      'assets/index.css',
      'favicon.svg',
      'assets/instrument-sans-latin-wght-normal-1.woff2',
    ]);
    expect(chosenFiles.filter((file) => file.isForLater).map((file) => file.url)).toEqual(['assets/video.js']);
  });
});

function chunk(fileName: string, { isEntry = false, imports = [] as string[], css = [] as string[], facade = null as string | null } = {}) {
  return { type: 'chunk', fileName, isEntry, imports, facadeModuleId: facade, viteMetadata: { importedCss: new Set(css) } };
}
