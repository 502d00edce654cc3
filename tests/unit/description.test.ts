import { describe, expect, test } from 'vitest';
import { chaptersOfDescription } from '../../src/player/chapters.ts';
import { beginningOf, descriptionLines } from '../../src/features/rich-text/description-lines.ts';
import { partsOf, safeHref } from '../../src/features/rich-text/rich-text.ts';

describe('links', () => {
  test.each([
    ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
    ['http://a.example', 'http://a.example/'],
    ['mailto:mara@harbour.example', 'mailto:mara@harbour.example'],
    ['https://пример.example/', 'https://xn--e1afmkfd.example/'],
  ])('%s may be opened', (url, href) => {
    expect(safeHref(url)).toBe(href);
  });

  test.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java\u0000script:alert(1)'],
    ['java\tscript:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['blob:https://a.example/1'],
    ['ftp://a.example'],
    ['//a.example'],
    ['/settings'],
    ['https://known.example@other.example/'],
    ['https://user:word@other.example/'],
    ['https://a.example/\u202egpj.exe'],
    ['https://a.exa\u200bmple/'],
    ['https://a.example/\u2066x'],
    ['https://'],
    [''],
  ])('%j is plain text', (url) => {
    expect(safeHref(url)).toBeNull();
  });

  test.each(['javascript:alert(1)', 'see JAVASCRIPT:alert(1)', '<a href="javascript:x">', 'data:text/html,x', 'ftp://a.example/b', '//a.example/b'])(
    'the text %j contains no link',
    (text) => {
      expect(partsOf(text, 100).filter((part) => part.kind === 'link')).toEqual([]);
    },
  );

  test('markup stays plain text', () => {
    const line = '<img src=x onerror=alert(1)> & <b>bold</b>';
    expect(partsOf(line, 100)).toEqual([{ kind: 'plain', text: line }]);
  });

  test('a link ends before the full stop, and its digits are not read as times', () => {
    expect(partsOf('Go to https://a.example/1:23. Then 1:23', 200)).toEqual([
      { kind: 'plain', text: 'Go to ' },
      { kind: 'link', text: 'https://a.example/1:23', href: 'https://a.example/1:23' },
      { kind: 'plain', text: '. Then ' },
      { kind: 'time', text: '1:23', seconds: 83 },
    ]);
  });

  test('an unsafe link between two safe ones loses no text', () => {
    const line = 'https://a.example x https://u@b.example y https://c.example';
    expect(
      partsOf(line, 0)
        .map((part) => part.text)
        .join(''),
    ).toBe(line);
  });
});

test('a time beyond the end of the video is plain text, but the time of the end is a valid position', () => {
  expect(partsOf('1:40', 99)).toEqual([{ kind: 'plain', text: '1:40' }]);
  expect(partsOf('1:40', 100)).toEqual([{ kind: 'time', text: '1:40', seconds: 100 }]);
  expect(partsOf('1:40', 0), 'unknown duration').toEqual([{ kind: 'time', text: '1:40', seconds: 100 }]);
});

describe('the description', () => {
  test('chapter lines become chapters, and other times stay in their sentence', () => {
    const text = 'About 1:30.\r\n0:00 One\r\n1:00 Two\r\n2:00 Three';
    const lines = descriptionLines(text, chaptersOfDescription(text.replaceAll('\r', ''), 200), 200);
    expect(lines.map((line) => line.kind)).toEqual(['text', 'chapter', 'chapter', 'chapter']);
    expect(lines[2]).toEqual({ kind: 'chapter', index: 1, chapter: { startSeconds: 60, title: 'Two' } });
  });

  test('a short description is shown whole', () => {
    expect(beginningOf(descriptionLines('One\nTwo\nThree', [], 100))).toBeNull();
  });

  test('only the first eight lines of a long description are shown', () => {
    const lines = descriptionLines(Array.from({ length: 30 }, (_none, index) => `Line ${index}`).join('\n'), [], 100);
    expect(beginningOf(lines)).toHaveLength(8);
  });

  test('one or two further lines are shown as well, but not a further long paragraph', () => {
    const eightLines = Array.from({ length: 8 }, (_none, index) => `Line ${index}`).join('\n');
    expect(beginningOf(descriptionLines(`${eightLines}\nLine 8\nLine 9`, [], 100))).toBeNull();
    expect(beginningOf(descriptionLines(`${eightLines}\n${'word '.repeat(1000)}`, [], 100))).toHaveLength(8);
  });

  test('one very long line is cut between words, and links in it stay whole', () => {
    const [line] = beginningOf(descriptionLines(`https://a.example/${'x'.repeat(300)} ${'word '.repeat(200)}`, [], 100)) ?? [];
    expect(line?.kind === 'text' && line.parts[0]?.kind).toBe('link');
    expect(line?.kind === 'text' && line.parts.at(-1)?.text.endsWith('word…')).toBe(true);
  });

  test('a line whose link at the end exceeds the limit is shown whole, but what follows such a link is not', () => {
    const text = `${'word '.repeat(94)}https://a.example/${'x'.repeat(30)}`;
    expect(beginningOf(descriptionLines(text, [], 100))).toBeNull();
    expect(beginningOf(descriptionLines(`${text} more`, [], 100))).toHaveLength(1);
    expect(beginningOf(descriptionLines(`${text}\nmore`, [], 100))).toHaveLength(1);
  });

  test('a run of emoji without a space is cut between two emoji', () => {
    const [line] = beginningOf(descriptionLines(`a${'🦑'.repeat(600)}`, [], 100)) ?? [];
    const text = line?.kind === 'text' ? (line.parts[0]?.text ?? '') : '';
    expect(text.slice(0, -1).replaceAll('🦑', '')).toBe('a');
  });
});
