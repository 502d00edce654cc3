/** What a page may tell the service worker. Each is answered on the message's port, if it has one, when done: with `true`, or as it says. */
export type PageMessage =
  /** To a waiting worker: take over now. (The name is the one that workbox-window sends.) */
  | { type: 'SKIP_WAITING' }
  /**
   * The archive whose copy is shown from now on; null where the server names none. Pictures are kept apart by it: under `picturesOf` where the
   * copy was moved from another id.
   */
  | { type: 'show-archive'; archiveId: string | null; picturesOf?: string | null | undefined }
  /** "Clear this device": every kept picture of every archive goes. */
  | { type: 'clear-images' }
  /** Makes kept pictures and what is known of them agree. `archives`: of the copies on this device. Answers how many did not. */
  | { type: 'sweep-images'; archives: readonly (string | null)[] }
  /** The page is idle and the network is free: keep the parts of the client that no screen has asked for yet. */
  | { type: 'keep-chunks' };
