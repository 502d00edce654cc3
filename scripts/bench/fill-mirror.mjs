// Writes invented rows directly into a device's mirror, because a server would take too long to send them. Each function is sent to the
// page as text and cannot use anything outside itself.

/** Writes invented videos into the open account's database, with every page of the home list. */
export async function fillMirror(videoCount) {
  const mirror = (await indexedDB.databases()).find(({ name }) => name.startsWith('stowaway-mirror|'));
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open(mirror.name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const whenCommitted = (transaction) =>
    new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = () => reject(transaction.error);
    });
  const config = await new Promise((resolve) => {
    const request = db.transaction('documents').objectStore('documents').get('user-config');
    request.onsuccess = () => resolve(request.result.value);
  });
  const pageSize = config.page_size;
  const ids = Array.from({ length: videoCount }, (_, index) => `bench${String(index).padStart(6, '0')}`);
  for (let start = 0; start < videoCount; start += 2_000) {
    const transaction = db.transaction(['videoCards', 'watchStates'], 'readwrite');
    for (const [offset, videoId] of ids.slice(start, start + 2_000).entries()) {
      const index = start + offset;
      transaction.objectStore('videoCards').put({
        videoId,
        title: `Video ${index} of page ${Math.floor(index / pageSize) + 1}, invented`,
        channelId: 'UCbenchbenchbenchbenchbe',
        channelName: 'Bench',
        channelThumbUrl: null,
        thumbUrl: null,
        kind: 'videos',
        publishedAt: new Date(1.7e12 - index * 6e5).toISOString(),
        downloadedAt: 1.7e9 - index,
        durationSeconds: 600,
        mediaSizeBytes: 1e8,
        width: 1280,
        height: 720,
        viewCount: 1,
        likeCount: 1,
        isActive: true,
      });
      const state = { isWatched: false, positionSeconds: null };
      transaction.objectStore('watchStates').put({ videoId, server: state, shown: state, waiting: 0, localPositionAtMs: null, alternativeSeconds: null });
    }
    await whenCommitted(transaction);
  }
  const lastPage = Math.ceil(videoCount / pageSize);
  const transaction = db.transaction('listPages', 'readwrite');
  for (let page = 1; page <= lastPage; page += 1) {
    const between = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    transaction.objectStore('listPages').put({
      key: `videos?sort=${config.sort_by}&order=${config.sort_order}&size=${pageSize}&page=${page}`,
      ids: ids.slice((page - 1) * pageSize, page * pageSize),
      paginate: {
        page_size: pageSize,
        page_from: (page - 1) * pageSize,
        prev_pages: page < 2 ? null : between(Math.max(2, page - 5), page),
        current_page: page,
        max_hits: false,
        params: '',
        last_page: page < lastPage ? lastPage : 0,
        next_pages: between(page + 1, Math.min(page + 6, lastPage)),
        total_hits: videoCount,
      },
      fetchedAtMs: Date.now(),
    });
  }
  await whenCommitted(transaction);
  db.close();
}

/** Gives a video this many comments, every fifth with three replies, as if its page had been opened before. */
export async function fillComments({ videoId, count }) {
  const db = await openMirror();
  const transaction = db.transaction('comments', 'readwrite');
  const comment = (name, replies) => ({
    comment_id: `bench-${name}`,
    comment_text: `Comment ${name}: what the ${name}th person wrote beneath this, with a moment at 0:12 and a second line.\nHere it is.`,
    comment_author: `Person ${name}`,
    comment_author_id: `UC${name}`,
    comment_author_thumbnail: '',
    comment_author_is_uploader: false,
    comment_timestamp: 1_700_000_000,
    comment_time_text: '',
    comment_likecount: 3,
    comment_is_favorited: false,
    comment_parent: 'root',
    comment_replies: replies,
  });
  const comments = Array.from({ length: count }, (_, index) =>
    comment(String(index), index % 5 === 0 ? [1, 2, 3].map((reply) => comment(`${index}-${reply}`, [])) : []),
  );
  transaction.objectStore('comments').put({ videoId, comments, fetchedAtMs: Date.now() });
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  db.close();

  async function openMirror() {
    const mirror = (await indexedDB.databases()).find(({ name }) => name.startsWith('stowaway-mirror|'));
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(mirror.name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
}
