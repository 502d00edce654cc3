// Checks for people who see little or use no mouse. Each function returns what is wrong on the page.
import type { Page } from '@playwright/test';

/** More presses of Tab than any scene needs for two rounds. */
const maxPresses = 600;

/**
 * Presses Tab until it has returned to the first control twice, because lists may grow during the first round. Reports a visible, enabled
 * control that Tab does not reach, a focus that is not drawn, and a control that Tab does not leave. Of a group of radio buttons or menu
 * items, Tab reaches one.
 */
export async function keyboardProblems(page: Page): Promise<string[]> {
  await page.evaluate(defineTools);
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(recordFocus)) return page.evaluate(endTour);
  }
  return [...(await page.evaluate(endTour)), 'Tab does not return to the first control'];
}

/**
 * In forced colours: buttons and fields without a line or a background of their own, and checked controls that look like unchecked ones of
 * the same group.
 */
export async function indistinctControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', contrast: 'more' });
  await page.evaluate(defineTools);
  const problems = await page.evaluate(findIndistinctControls);
  await page.emulateMedia({ forcedColors: null, contrast: null });
  return problems;
}

/** Elements that blur what is behind them although the system asks for less transparency. Playwright cannot emulate this setting. */
export async function blurringElements(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const features = [
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'prefers-reduced-transparency', value: 'reduce' },
  ];
  await devtools.send('Emulation.setEmulatedMedia', { features });
  await page.evaluate(defineTools);
  const problems = await page.evaluate(findBlurringElements);
  await devtools.detach(); // ends the emulation
  return problems;
}

/**
 * In a window of 320 × 200 px, which is 1280 × 800 at 400 % zoom: fields that are covered while they are focused, and the controls that
 * cannot be pressed, if these are more than half of all.
 */
export async function coveredControls(page: Page): Promise<string[]> {
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 200 });
  await page.evaluate(defineTools);
  const problems = await page.evaluate(findCoveredControls);
  if (viewport) await page.setViewportSize(viewport);
  return problems;
}

interface Tools {
  parts: readonly (string | undefined)[];
  /** The topmost dialog, which is all that can be used while it is open, or the page. */
  root(): Element;
  isShown(element: Element): boolean;
  nameOf(element: Element): string;
  isTransparent(color: string): boolean;
  hasOutline(style: CSSStyleDeclaration): boolean;
  tour: {
    seen: Set<Element>;
    first: Element | null;
    last: Element | null;
    rounds: number;
    problems: Set<string>;
    /** Controls whose focus no outline shows. Their frame may show it by a shadow, which then ends with the focus. */
    unclear: { name: string; shadows: [Element, string][] }[];
  };
}

declare global {
  interface Window {
    tools: Tools;
  }
}

function defineTools(): void {
  const isTransparent = (color: string): boolean => color === 'transparent' || /, 0\)$|\/ 0\)$/.test(color);
  window.tools = {
    parts: [undefined, '::before', '::after'],
    root: () => [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document.body,
    isShown(element) {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    },
    nameOf: (element) => `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 50)}”`,
    isTransparent,
    hasOutline: ({ outlineStyle, outlineWidth, outlineColor }) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !isTransparent(outlineColor),
    tour: { seen: new Set(), first: null, last: null, rounds: 0, problems: new Set(), unclear: [] },
  };
}

/** Records the control that has the focus. Returns true at the end of the tour. */
function recordFocus(): boolean {
  const { tour, parts, nameOf, hasOutline } = window.tools;
  const control = document.activeElement;
  if (!control || control === document.body) {
    // After the last control the browser's own would follow. If this happens twice, the page has no control.
    tour.last = null;
    return tour.first === null && (tour.rounds += 1) === 2;
  }
  // Tab also moves between the parts of a date.
  if (control === tour.last && control.matches('[type=date], [type=time], [type=datetime-local]')) return false;
  if (control === tour.last) {
    tour.problems.add(`Tab does not leave ${nameOf(control)}`);
    return true;
  }
  tour.last = control;
  if (control === tour.first) return (tour.rounds += 1) === 2;
  tour.first ??= control;
  if (tour.seen.has(control)) return false;
  tour.seen.add(control);
  if (control.matches(':focus-visible') && isRingDrawn(control)) return false;
  const frames = [control, control.parentElement, control.parentElement?.parentElement].filter((frame) => frame instanceof Element);
  tour.unclear.push({ name: nameOf(control), shadows: frames.map((frame) => [frame, getComputedStyle(frame).boxShadow]) });
  return false;

  /** The ring may be around the control, its label, the card that its link covers, or what is drawn beside a hidden field. */
  function isRingDrawn(target: Element): boolean {
    for (let frame: Element | null = target, level = 0; frame && level < 5; frame = frame.parentElement, level += 1)
      for (const part of parts) if (hasOutline(getComputedStyle(frame, part))) return true;
    const sibling = target.nextElementSibling;
    return sibling !== null && [sibling, ...sibling.children].some((element) => hasOutline(getComputedStyle(element)));
  }
}

function endTour(): string[] {
  const { tour, root, isShown, nameOf } = window.tools;
  const seen = [...tour.seen];
  for (const control of root().querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')) {
    const isUsable = isShown(control) && !control.matches(':disabled') && control.closest('[inert]') === null;
    if (isUsable && !tour.seen.has(control) && !isReachedByArrows(control)) tour.problems.add(`Tab does not reach ${nameOf(control)}`);
  }
  (document.activeElement as HTMLElement | null)?.blur();
  for (const { name, shadows } of tour.unclear)
    if (shadows.every(([frame, shadow]) => getComputedStyle(frame).boxShadow === shadow)) tour.problems.add(`no focus ring: ${name}`);
  return [...tour.problems];

  /** Whether Tab reaches another control of the same group. */
  function isReachedByArrows(control: HTMLElement): boolean {
    const group = control.closest('[role=menu], [role=tablist], [role=toolbar], [role=radiogroup]');
    if (group && seen.some((other) => group.contains(other))) return true;
    return (
      control instanceof HTMLInputElement && control.type === 'radio' && seen.some((other) => other instanceof HTMLInputElement && other.name === control.name)
    );
  }
}

function findIndistinctControls(): string[] {
  const { parts, isShown, nameOf, isTransparent, hasOutline } = window.tools;
  const problems = new Set<string>();
  /** By group and look: the state of the controls that look like this. */
  const seenLooks = new Map<string, { state: string; name: string }>();
  for (const control of document.querySelectorAll<HTMLElement>('button, input:not([type=hidden]), select, textarea, [aria-current]')) {
    const drawn = control.closest('label') ?? control;
    // The system draws native boxes with their states; the track of a slider is a part that scripts cannot read.
    const isNative = control.matches('[type=range]') || (control.matches('[type=checkbox], [type=radio]') && getComputedStyle(control).appearance !== 'none');
    if (isNative || !isShown(drawn)) continue;
    const sibling = drawn === control ? control.nextElementSibling : null;
    const elements = [drawn, ...drawn.querySelectorAll('*'), ...(sibling ? [sibling] : [])];
    const name = nameOf(control);
    if (control.matches('button, input, select, textarea') && !elements.some(isSetOff)) problems.add(`not set off: ${name}`);
    const state = stateOf(control);
    if (state === null) continue;
    const look = `${control.tagName} ${control.role ?? ''} ${control.parentElement?.className ?? ''} ${elements.map(lookOf).join('|')}`;
    const other = seenLooks.get(look);
    if (other && other.state !== state) problems.add(`${name} looks like ${other.name}, which has another state`);
    seenLooks.set(look, { state, name });
  }
  return [...problems];

  function stateOf(control: HTMLElement): string | null {
    if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) return String(control.checked);
    return ['aria-checked', 'aria-pressed', 'aria-selected', 'aria-current'].map((name) => control.getAttribute(name)).find((value) => value !== null) ?? null;
  }
  /** What shows a state in forced colours: lines, backgrounds, system colours, places and icons. */
  function lookOf(element: Element): string {
    const looks = parts.map((part) => {
      const style = getComputedStyle(element, part);
      const {
        backgroundColor,
        color,
        borderTopColor,
        borderTopWidth,
        borderBottomWidth,
        outlineStyle,
        textDecorationLine,
        translate,
        insetInlineStart,
        content,
      } = style;
      return [
        backgroundColor,
        color,
        borderTopColor,
        borderTopWidth,
        borderBottomWidth,
        outlineStyle,
        textDecorationLine,
        translate,
        insetInlineStart,
        content,
      ].join();
    });
    return `${element.tagName}${element.getAttribute('d') ?? ''}${looks.join(';')}`;
  }
  function isSetOff(element: Element): boolean {
    return parts.some((part) => {
      const style = getComputedStyle(element, part);
      if (part !== undefined && style.content === 'none') return false;
      const hasBorder = (['Top', 'Bottom'] as const).some(
        (side) => Number.parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== 'none' && !isTransparent(style[`border${side}Color`]),
      );
      return hasBorder || hasOutline(style) || (!isTransparent(style.backgroundColor) && style.backgroundColor !== backdropOf(element));
    });
  }
  function backdropOf(element: Element): string {
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      const { backgroundColor } = getComputedStyle(parent);
      if (!isTransparent(backgroundColor)) return backgroundColor;
    }
    return '';
  }
}

function findBlurringElements(): string[] {
  const { parts, nameOf } = window.tools;
  return [...document.querySelectorAll('*')].filter((element) => [...parts, '::backdrop'].some((part) => blursBehind(element, part))).map(nameOf);

  function blursBehind(element: Element, part?: string): boolean {
    return !['none', ''].includes(getComputedStyle(element, part).backdropFilter);
  }
}

function findCoveredControls(): string[] {
  const { root, isShown, nameOf } = window.tools;
  const coveredFields: string[] = [];
  const unreachable: string[] = [];
  let count = 0;
  // A menu was placed when it was opened, in a larger window.
  if ([...document.querySelectorAll('[role=menu]')].some((menu) => menu.checkVisibility())) return [];
  // Toasts close by themselves.
  const toasts = [...document.querySelectorAll<HTMLElement>('[role=status]')].filter((region) => getComputedStyle(region).position === 'fixed');
  for (const toast of toasts) toast.style.visibility = 'hidden';
  for (const control of root().querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), textarea, select, summary')) {
    const target = control.closest('label') ?? control;
    // The link that skips the navigation is shown only while the keyboard has it focused.
    if (control.matches(':disabled, [href="#content"], [inert] *') || !isShown(target)) continue;
    count += 1;
    control.focus();
    if (isHit(target)) continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const isField = control.matches('input:not([type=checkbox], [type=radio]), textarea, select');
    if (isField) coveredFields.push(`covered while focused: ${nameOf(control)}`);
    if (!isHit(target)) unreachable.push(`cannot be pressed: ${nameOf(control)}`);
  }
  for (const toast of toasts) toast.style.visibility = '';
  (document.activeElement as HTMLElement | null)?.blur();
  scrollTo(0, 0);
  return [...coveredFields, ...(unreachable.length > count / 2 ? unreachable : [])];

  /** Whether some point of the target can be pressed. */
  function isHit(target: Element): boolean {
    return [...target.getClientRects()].some(({ left, top, right, bottom }) => {
      const [upper, lower] = [Math.max(0, top), Math.min(innerHeight, bottom)];
      const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
      return lower > upper && [0.25, 0.5, 0.75].some((share) => hits(target, document.elementFromPoint(x, upper + (lower - upper) * share)));
    });
  }
  /** A hidden field lies in what is pressed instead of it. */
  function hits(target: Element, pressed: Element | null): boolean {
    return pressed !== null && (target.contains(pressed) || (pressed.contains(target) && pressed.closest('label, a, button') !== null));
  }
}
