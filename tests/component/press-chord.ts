/**
 * Presses two keys in quick succession. The runner would send each in its own message, and on a busy machine they would be more than 1.5 s
 * apart.
 */
export function pressChord(first: string, second: string): void {
  const target = document.activeElement ?? document.body;
  for (const key of [first, second])
    for (const type of ['keydown', 'keyup']) target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
}
