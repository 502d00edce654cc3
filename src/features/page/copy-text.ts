/** Copies text to the clipboard, in response to a tap. Resolves to false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  // Undefined outside secure contexts, despite the types.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    if (clipboard) return true;
  } catch {
    // refused: the older way may still work
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const focusedElement = document.activeElement;
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focusedElement instanceof HTMLElement) focusedElement.focus();
  return isCopied;
}
