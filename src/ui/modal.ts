/**
 * A ref for a <dialog> that is in the document only while it is open: shows it, and closes it before it goes, so that the
 * browser gives the focus back to the opener.
 * An element marked `data-first-focus` has the focus first; else the browser chooses.
 */
export function showAsModal(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (!dialog) return undefined;
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  return () => dialog.close();
}
