/**
 * Returns which buttons, links and fields on the page have a touch area smaller than `minPx` px, with their measured sizes. The function
 * runs in the page and probes the points from the middle outwards, so that invisibly extended areas count.
 *
 * The function leaves out links within a line of text (as WCAG 2.5.8 does), and links that cover a whole card, because their own box
 * contains only the text. The timeline is left out too: on a phone it lies over the whole width of the picture, and it is only 28 px high,
 * so that taps on the picture do not seek.
 */
export function smallTargets(minPx: number): string[] {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const menu = [...document.querySelectorAll('[role=menu]')].find((element) => element.checkVisibility());
  const root = menu ?? dialogs.at(-1) ?? document.body;
  const smallControls: string[] = [];
  const seenControls = new Set<Element>();
  for (const control of root.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), summary, [role=slider], [role=menuitem]')) {
    const target = control.closest('label') ?? control;
    if (seenControls.has(target) || !isShown(target)) continue;
    seenControls.add(target);
    if (getComputedStyle(target).display === 'inline' || isInText(target) || target.role === 'slider') continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    if (!isHit(target, x, y)) continue; // a bar or a notice covers the control, so it cannot be tapped now
    const touchWidth = reach(target, x, y, 1, 0) + reach(target, x, y, -1, 0);
    const touchHeight = reach(target, x, y, 0, 1) + reach(target, x, y, 0, -1);
    if (touchWidth < minPx - 1 || touchHeight < minPx - 1)
      smallControls.push(`${touchWidth}×${touchHeight} ${target.tagName.toLowerCase()} “${nameOf(control)}”`);
  }
  scrollTo(0, 0);
  return smallControls;

  function reach(target: Element, x: number, y: number, stepX: number, stepY: number): number {
    let distance = 0;
    while (distance < minPx && isHit(target, x + stepX * (distance + 1), y + stepY * (distance + 1))) distance += 1;
    return distance;
  }
  function isHit(target: Element, x: number, y: number): boolean {
    const topElement = document.elementFromPoint(x, y);
    return topElement !== null && target.contains(topElement);
  }
  function isInText(target: Element): boolean {
    const paragraph = target.closest('p');
    return paragraph !== null && paragraph.textContent.trim() !== target.textContent.trim();
  }
  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }
  function nameOf(element: Element): string {
    return (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
  }
}
