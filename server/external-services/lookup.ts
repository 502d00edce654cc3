/** The result of a lookup. The caller continues in every case; `words` are for its messages. */
export type Lookup<Value> =
  | { kind: 'found'; value: Value }
  /** No address is set. */
  | { kind: 'off' }
  | { kind: 'failed'; message: string };
