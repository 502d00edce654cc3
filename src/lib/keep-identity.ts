/** Whether two plain JSON-like values are deeply equal. */
export function isDeepEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const leftKeys = Object.keys(left);
  if (leftKeys.length !== Object.keys(right).length) return false;
  return leftKeys.every((key) => Object.hasOwn(right, key) && isDeepEqual(left[key as keyof typeof left], right[key as keyof typeof right]));
}

/**
 * Returns `next`, with every part that equals its counterpart in `previous` replaced by that counterpart. Unchanged parts thus keep their
 * object identity and are not rendered again. Both values must be plain and JSON-like, without cycles. Array elements with an id are
 * matched by their id, so that a card keeps its identity when an earlier card is removed. Because an id may occur several times (passages
 * of one video), the element at the same index is tried first.
 */
export function keepIdentity<Value>(previous: Value, next: Value): Value {
  if (Object.is(previous, next)) return previous;
  if (typeof previous !== 'object' || typeof next !== 'object' || previous === null || next === null) return next;
  if (Array.isArray(previous) !== Array.isArray(next)) return next;
  return (Array.isArray(next) ? keepElements(previous as unknown[], next as unknown[]) : keepFields(previous, next)) as Value;
}

function keepElements(previous: unknown[], next: unknown[]): unknown[] {
  const byId = new Map<string, unknown>();
  for (const element of previous) {
    const id = idOf(element);
    if (id !== undefined) byId.set(id, element);
  }
  const elements = next.map((element, index) => {
    const id = idOf(element);
    const previousElement = previous[index];
    return keepIdentity(id === undefined || idOf(previousElement) === id ? previousElement : byId.get(id), element);
  });
  return elements.length === previous.length && elements.every((element, index) => Object.is(element, previous[index])) ? previous : elements;
}

function keepFields(previous: object, next: object): object {
  const fields: Record<string, unknown> = {};
  let isUnchanged = true;
  for (const [key, value] of Object.entries(next)) {
    const previousValue: unknown = previous[key as keyof typeof previous];
    fields[key] = keepIdentity(previousValue, value);
    if (!Object.is(fields[key], previousValue) || !Object.hasOwn(previous, key)) isUnchanged = false;
  }
  return isUnchanged && Object.keys(previous).length === Object.keys(fields).length ? previous : fields;
}

function idOf(element: unknown): string | undefined {
  if (typeof element !== 'object' || element === null) return undefined;
  const { videoId, channelId } = element as { videoId?: unknown; channelId?: unknown };
  const id = videoId ?? channelId;
  return typeof id === 'string' ? id : undefined;
}
