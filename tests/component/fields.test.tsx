// Fields whose text a button sends: text that is typed before the answer arrives stays.
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { LinesForm } from '../../src/ui/lines-form.tsx';
import { ValueField } from '../../src/ui/value-field.tsx';

function render(element: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(element);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
}

/** Draws a field whose saved value is 1, and returns its locator. */
function renderLimit(onSave: (value: string) => Promise<string | null>): Locator {
  render(
    <>
      <b id="limit">Limit</b>
      <ValueField<string> name="Limit" labelId="limit" helpId={undefined} savedValue="1" parse={(text) => ({ value: text })} variant="text" onSave={onSave} />
    </>,
  );
  return page.getByRole('textbox', { name: 'Limit' });
}

test('a link typed while earlier links are being added stays in the field', async () => {
  let accept = (): void => {};
  const answer = new Promise<boolean>((resolve) => (accept = () => resolve(true)));
  render(<LinesForm label="Links" placeholder="" action="Add" onSubmit={() => answer} />);
  const field = page.getByRole('textbox', { name: 'Links' });
  await field.fill('first');
  await page.getByRole('button', { name: 'Add' }).click();
  await userEvent.type(field, '\nsecond');
  accept();
  await expect.element(page.getByRole('button', { name: 'Add' })).toBeEnabled();
  await expect.element(field).toHaveValue('second');
});

test('a value typed while another value is being saved stays, and can be saved', async () => {
  let accept = (): void => {};
  const answer = new Promise<null>((resolve) => (accept = () => resolve(null)));
  const savedValues: string[] = [];
  const onSave = (value: string) => {
    savedValues.push(value);
    return savedValues.length === 1 ? answer : Promise.resolve(null);
  };
  const field = renderLimit(onSave);
  await field.fill('2');
  await page.getByRole('button', { name: 'Update' }).click();
  await field.fill('3');
  accept();
  await expect.element(page.getByRole('img', { name: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => savedValues).toEqual(['2', '3']);
});

test('Escape while a value is being saved does not let another value be sent before the answer', async () => {
  const savedValues: string[] = [];
  const onSave = (value: string) => {
    savedValues.push(value);
    return new Promise<null>(() => {});
  };
  const field = renderLimit(onSave);
  await field.fill('2');
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(field).toHaveValue('1');
  await field.fill('3');
  await expect.element(page.getByRole('button', { name: 'Update' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(savedValues).toEqual(['2']);
});
