// Prefetches pictures for use without the network (called by src/sync/prefetch.ts). The service worker keeps the pictures that the page
// has fetched.

/** Whether a picture in view is still loading. */
export function isLoadingPictures(): boolean {
  return [...document.images].some((image) => !image.complete && isInView(image.getBoundingClientRect()));
}

function isInView({ top, bottom, width }: DOMRect): boolean {
  return width > 0 && bottom > 0 && top < innerHeight;
}

/** False until the device's first service worker is running, which is after the first content. */
export function canCachePictures(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** Requests the picture like an image of the page, at low priority. */
export async function prefetchPicture(url: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve());
    image.addEventListener('error', () => resolve());
    image.fetchPriority = 'low';
    image.src = url;
  });
}
