// Shape checks at the boundary: small readers that turn unknown JSON into a document the mirror can rely on, or refuse it. Unknown keys are
// passed through or dropped, never refused; defaults replace fields that some releases do not send.

import { failed, ok, type Result } from '../lib/result.ts';

/**
 * Thrown inside readers only; `readShape` turns it into a failure. One instance is shared, because reading a list page may throw it
 * thousands of times, and each new error would record its stack.
 */
const mismatch = new Error();

export type Shape<Value> = (value: unknown) => Value;

export function readShape<Value>(shape: Shape<Value>, value: unknown): Result<Value, 'bad shape'> {
  try {
    return ok(shape(value));
  } catch (reason) {
    if (reason === mismatch) return failed('bad shape');
    throw reason;
  }
}

/** The shape of answers that contain nothing of interest. */
export const ignored: Shape<void> = () => undefined;

export const text: Shape<string> = (value) => {
  if (typeof value !== 'string') throw mismatch;
  return value;
};

/** An id: never empty, and short enough to be a key. */
export const identifier: Shape<string> = (value) => {
  if (typeof value !== 'string' || value === '' || value.length > 200) throw mismatch;
  return value;
};

export const number: Shape<number> = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw mismatch;
  return value;
};

export const flag: Shape<boolean> = (value) => {
  if (typeof value !== 'boolean') throw mismatch;
  return value;
};

/** For fields that are not essential: absent, null or any mismatch becomes `fallback`. */
export function orDefault<Value, Fallback>(shape: Shape<Value>, fallback: Fallback): Shape<Value | Fallback> {
  return (value) => {
    const result = readShape(shape, value);
    return result.ok ? result.value : fallback;
  };
}

/** For fields whose wrong value would make the mirror wrong: absent and null become `fallback`; any other value must fit. */
export function nullishOr<Value, Fallback>(shape: Shape<Value>, fallback: Fallback): Shape<Value | Fallback> {
  return (value) => (value === undefined || value === null ? fallback : shape(value));
}

export function oneOf<const Value extends string>(...values: Value[]): Shape<Value> {
  return (value) => {
    const matchingValue = values.find((candidate) => candidate === value);
    if (matchingValue === undefined) throw mismatch;
    return matchingValue;
  };
}

export function listOf<Item>(shape: Shape<Item>): Shape<Item[]> {
  return (value) => {
    if (!Array.isArray(value)) throw mismatch;
    return value.map(shape);
  };
}

/** An object with these keys; others are dropped, and keys whose value reads as `undefined` are left out. */
export function fields<Value extends object>(shapes: { [Key in keyof Value]-?: Shape<Value[Key]> }): Shape<Value> {
  const entries = Object.entries<Shape<unknown>>(shapes);
  return (value) => {
    const source = record(value);
    const document: Record<string, unknown> = {};
    for (const [key, shape] of entries) {
      const field = shape(source[key]);
      if (field !== undefined) document[key] = field;
    }
    return document as Value;
  };
}

/** An object with at least these keys; everything else is kept as sent. */
export function withExtraFields<Value extends object>(shapes: { [Key in keyof Value]?: Shape<Value[Key]> }): Shape<Value> {
  const check = fields(shapes as { [Key in keyof Value]-?: Shape<Value[Key]> });
  return (value) => ({ ...record(value), ...check(value) });
}

export const record: Shape<Record<string, unknown>> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mismatch;
  return value as Record<string, unknown>;
};
