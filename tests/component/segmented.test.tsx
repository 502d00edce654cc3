// The segmented control: the choice that it shows between a press and the moment the device has stored that choice.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Segmented } from '../../src/ui/segmented.tsx';

const views = ['grid', 'list', 'table'] as const;
type View = (typeof views)[number];

afterEach(() => vi.useRealTimers());

test('each choice is shown immediately, for its own half second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { radio, write } = await renderSegmented();
  radio('list').click();
  vi.advanceTimersByTime(100);
  await write('list');
  vi.advanceTimersByTime(395);
  radio('table').click();
  // The first choice has timed out.
  await act(async () => vi.advanceTimersByTime(10));
  expect(radio('table').checked).toBe(true);
  radio('list').click();
  expect(radio('list').checked).toBe(true);
});

test('a choice that is not written within half a second is no longer shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { radio, chosen } = await renderSegmented();
  radio('table').click();
  expect(radio('table').checked).toBe(true);
  await act(async () => vi.advanceTimersByTime(500));
  expect(radio('grid').checked).toBe(true);
  expect(chosen).toEqual(['table']);
});

async function renderSegmented() {
  const chosen: View[] = [];
  const options = views.map((view) => ({ value: view, label: view }));
  const choice = (value: View) => <Segmented label="View" options={options} value={value} onChange={(view) => chosen.push(view)} />;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  await act(async () => root.render(choice('grid')));
  const radio = (name: View): HTMLInputElement => {
    const found = [...host.querySelectorAll('label')].find((label) => label.textContent === name)?.querySelector('input');
    if (!found) throw new Error(`no choice ${name}`);
    return found;
  };
  return { chosen, radio, write: (view: View) => act(async () => root.render(choice(view))) };
}
