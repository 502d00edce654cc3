// A press activates the control on which the press began, even if a line that appears meanwhile moves that control.
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { redirectMovedPresses } from '../../src/app/shell/moved-presses.ts';
import { renderScreen } from './screen.tsx';

test('a click reaches the button on which its press began, even if a line appears above the buttons during the press', async () => {
  for (const linePx of [48, 200]) {
    const { firstButton, secondButton, clicks } = setup({ linePx });
    await firstButton.click({ delay: 50 });
    await expect.poll(clicks).toEqual(['First']);
    await secondButton.click({ delay: 50 });
    await expect.poll(clicks).toEqual(['First', 'Second']);
  }
});

test('a press follows a moved link and toggles a moved checkbox', async () => {
  const { host } = setup({ linePx: 48 });
  host.insertAdjacentHTML('beforeend', '<a href="#followed">Link</a><br><label><input type="checkbox">Box</label>');
  const addressBefore = location.href;
  onTestFinished(() => history.replaceState(null, '', addressBefore));
  await page.getByRole('link', { name: 'Link' }).click({ delay: 50 });
  await expect.poll(() => location.hash).toBe('#followed');
  await page.getByText('Box').click({ delay: 50 });
  await expect.element(page.getByRole('checkbox')).toBeChecked();
});

test('a press that is dragged off its control activates no control', async () => {
  const { firstButton, secondButton, clicks } = setup({ linePx: 0 });
  await userEvent.dragAndDrop(firstButton, secondButton);
  await secondButton.click();
  await expect.poll(clicks).toEqual(['Second']);
});

for (const isWheelTurned of [true, false]) {
  test(`a control that ${isWheelTurned ? 'a person scrolls away from a mouse held down on it gets no' : 'the browser scrolls away during a press gets its'} click`, async () => {
    const { host, firstButton, secondButton, clicks } = setup({ linePx: 0 });
    host.style.cssText += '; block-size: 40px; overflow: auto';
    const scroll = (): void => {
      host.scrollTop = 48;
      host.dispatchEvent(isWheelTurned ? new WheelEvent('wheel', { bubbles: true }) : new Event('scroll'));
    };
    host.addEventListener('pointerdown', scroll, { once: true });
    await firstButton.click({ delay: 50 });
    await expect.poll(() => host.scrollTop).toBe(48);
    await secondButton.click();
    await expect.poll(clicks).toEqual(isWheelTurned ? ['Second'] : ['First', 'Second']);
  });
}

test('a control that is covered while it is pressed gets no click', async () => {
  const { host, firstButton, clicks } = setup({ linePx: 0 });
  host.addEventListener('pointerdown', () => host.insertAdjacentHTML('beforeend', '<p style="position: absolute; inset: 0; margin: 0">Menu</p>'));
  await firstButton.click({ delay: 50 });
  await expect.element(page.getByText('Menu')).toBeVisible();
  expect(clicks()).toEqual([]);
});

test('a press reaches a moved control in the running client too', async () => {
  await renderScreen('/about/');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { firstButton, clicks } = setup({ linePx: 48, isClient: true });
  await expect
    .poll(async () => {
      await firstButton.click({ delay: 50 });
      return clicks().length > 0;
    })
    .toBe(true);
});

/** Creates two buttons. A line of height `linePx` appears above them whenever the pointer goes down. */
function setup({ linePx, isClient = false }: { linePx: number; isClient?: boolean }) {
  if (!isClient) onTestFinished(redirectMovedPresses());
  const host = document.createElement('section');
  host.innerHTML = '<p hidden></p><button>First</button><br><button>Second</button>';
  host.style.cssText = 'position: absolute; inset: 0 auto auto 0; z-index: 1000; background: Canvas';
  for (const button of host.querySelectorAll('button')) button.style.blockSize = '48px';
  const line = host.firstElementChild as HTMLElement;
  line.style.cssText = `block-size: ${linePx}px; margin: 0`;
  const clickedNames: string[] = [];
  host.addEventListener('pointerdown', () => (line.hidden = false));
  host.addEventListener('click', ({ target }) => {
    line.hidden = true;
    if (target instanceof HTMLButtonElement) clickedNames.push(target.textContent);
  });
  document.body.append(host);
  onTestFinished(() => host.remove());
  const within = page.elementLocator(host);
  return { host, firstButton: within.getByText('First'), secondButton: within.getByText('Second'), clicks: () => [...clickedNames] };
}
