/**
 * Presses the two keys of a chord. The test runner would send each key in its own message, so on a busy machine the second could arrive
 * after the 1.5 s in which a chord has to be completed.
 */
export function pressChord(firstKey: string, secondKey: string): void {
  const target = document.activeElement ?? document.body;
  for (const key of [firstKey, secondKey])
    for (const type of ['keydown', 'keyup']) target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
}
