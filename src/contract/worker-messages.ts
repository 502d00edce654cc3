/** What a page may send to the service worker. Each is answered on the message's port, if it has one, when done: with `true`, or as described. */
export type PageMessage =
  /** To a waiting worker: take over now, whatever tabs are open. (The name is the one that workbox-window sends.) */
  | { type: 'SKIP_WAITING' }
  /** To a waiting worker: take over from all tabs, if there are several. Answers whether it does; a single tab must be reloaded. */
  | { type: 'take-over' }
  /**
   * The archive whose copy is shown from now on; null if the server sends no id. Pictures are kept separately per archive: under `picturesOf` if the
   * copy was moved from another id.
   */
  | { type: 'show-archive'; archiveId: string | null; picturesOf?: string | null | undefined }
  /** "Clear this device": deletes all kept pictures of every archive. */
  | { type: 'clear-images' }
  /** Reconciles kept pictures with their index. `archives`: those of the copies on this device. Answers how many did not agree. */
  | { type: 'sweep-images'; archives: readonly (string | null)[] }
  /** The page is idle and the network is unmetered: cache the chunks that no screen has requested yet. */
  | { type: 'keep-chunks' };
