/** The result of a lookup. The caller continues in every case and may report `message`. */
export type Lookup<Value> =
  | { kind: 'found'; value: Value }
  /** No address is set. */
  | { kind: 'off' }
  | { kind: 'failed'; message: string };
