/** Two keys in quick succession. The runner sends each in its own message: on a busy machine they would be more than 1.5 s apart. */
export function pressChord(first: string, second: string): void {
  const place = document.activeElement ?? document.body;
  for (const key of [first, second])
    for (const type of ['keydown', 'keyup']) place.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
}
