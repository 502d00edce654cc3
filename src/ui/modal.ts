/**
 * A ref callback for a <dialog> that is mounted only while it is open. Shows the dialog, and closes the dialog before React removes it, so
 * that the browser returns the focus to the opener. An element marked `data-first-focus` gets the initial focus; otherwise the browser
 * chooses.
 */
export function showAsModal(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (!dialog) return undefined;
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  return () => dialog.close();
}
