// The tools of a list of videos, as a user operates them.
import { expect, type Locator, type Page } from '@playwright/test';

export const tools = (page: Page): Locator => page.getByRole('group', { name: 'Filters and view' });

/** Presses one of the icons for grid, list and table. */
export async function chooseView(page: Page, name: 'Grid' | 'List' | 'Table'): Promise<void> {
  await tools(page).getByRole('radiogroup', { name: 'View' }).getByTitle(name).click();
}

export async function chooseFrom(page: Page, menu: string | RegExp, choice: string): Promise<void> {
  await tools(page).getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
}

/**
 * Returns how many of these elements have been re-rendered since the last call. React gives a re-rendered element new props; an element
 * that is not re-rendered keeps its props.
 */
export async function countRendered(elements: Locator): Promise<number> {
  await expect(elements.first()).toBeVisible();
  return elements.evaluateAll((nodes) => {
    const propsOf = (node: object): unknown => Object.entries(node).find(([key]) => key.startsWith('__reactProps$'))?.[1];
    const propsBefore = ((globalThis as { lastProps?: WeakMap<object, unknown> }).lastProps ??= new WeakMap());
    let count = 0;
    for (const node of nodes) {
      if (propsBefore.get(node) !== propsOf(node)) count += 1;
      propsBefore.set(node, propsOf(node));
    }
    return count;
  });
}
