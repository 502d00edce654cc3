/** Into another place of the document, in one step. */
export function moveElement(element: HTMLElement, target: HTMLElement): void {
  // Newer browsers move an element without taking it out: picture in picture and the focus stay.
  if ('moveBefore' in target && element.isConnected && target.isConnected) target.moveBefore(element, null);
  else target.append(element);
}
