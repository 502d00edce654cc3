/** What a page may tell the service worker. Each is answered on the message's port, if it has one, when done: with `true`, or as it says. */
export type PageMessage =
  /** To a waiting worker: take over now. Sent by clients of older versions; the name is the one of workbox-window. */
  | { type: 'SKIP_WAITING' }
  /** To a waiting worker: take over from all tabs, if there are several. Answers whether it does; a single tab is to be loaded anew. */
  | { type: 'take-over' }
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
