/** The messages from a page to the service worker, which answers on the message's port when done: with `true`, or as described here. */
export type PageMessage =
  /**
   * To a waiting worker: take over now, even if other tabs are open. The active worker sends it too (sw/hand-over.ts). workbox-window defines
   * this name.
   */
  | { type: 'SKIP_WAITING' }
  /** To a waiting worker: take over if several tabs are open. Answers whether it takes over; a single tab must be reloaded instead. */
  | { type: 'take-over' }
  /**
   * The archive whose copy is shown from now on; null if the server sends no id. Each archive's pictures are kept separately: under
   * `picturesOf` if the copy was moved from another id.
   */
  | { type: 'show-archive'; archiveId: string | null; picturesOf?: string | null | undefined }
  /** For "Clear this device": deletes the kept pictures of every archive. */
  | { type: 'clear-images' }
  /**
   * Reconciles the kept pictures with their index, and deletes the pictures of unknown archives. `archives`: the ids under which the
   * pictures of this device's copies are kept. Answers with the number of repairs and deletions.
   */
  | { type: 'sweep-images'; archives: readonly (string | null)[] }
  /** The page is idle and the network is unmetered: cache the chunks that no screen has requested yet. */
  | { type: 'keep-chunks' };
