// The segmented control: which choice it shows until the device has stored the pressed one.
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Segmented } from '../../src/ui/segmented.tsx';

const views = ['grid', 'list', 'table'] as const;
type View = (typeof views)[number];

afterEach(() => vi.useRealTimers());

test('the control shows each choice immediately, and keeps it when the timer of an earlier choice ends', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { radio, storeChoice } = renderSegmented();
  radio('list').click();
  vi.advanceTimersByTime(100);
  storeChoice('list');
  vi.advanceTimersByTime(395);
  radio('table').click();
  // The timer of the first choice ends.
  flushSync(() => void vi.advanceTimersByTime(10));
  expect(radio('table').checked).toBe(true);
  radio('list').click();
  expect(radio('list').checked).toBe(true);
});

test('the control drops a choice that is not stored within half a second', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { radio, chosenViews } = renderSegmented();
  radio('table').click();
  expect(radio('table').checked).toBe(true);
  flushSync(() => void vi.advanceTimersByTime(500));
  expect(radio('grid').checked).toBe(true);
  expect(chosenViews).toEqual(['table']);
});

function renderSegmented() {
  const chosenViews: View[] = [];
  const options = views.map((view) => ({ value: view, label: view }));
  const control = (value: View) => <Segmented label="View" options={options} value={value} onChange={(view) => chosenViews.push(view)} />;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  flushSync(() => root.render(control('grid')));
  const radio = (name: View): HTMLInputElement => {
    const input = [...host.querySelectorAll('label')].find((label) => label.textContent === name)?.querySelector('input');
    if (!input) throw new Error(`no choice ${name}`);
    return input;
  };
  return { chosenViews, radio, storeChoice: (view: View) => flushSync(() => root.render(control(view))) };
}
