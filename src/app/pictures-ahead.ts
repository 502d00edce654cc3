// Pictures of what is made ready for a device that leaves (src/sync/mirror-ahead.ts). The service worker keeps what the page has fetched.

/** Whether a picture in view is still on its way. */
export function arePicturesComing(): boolean {
  return [...document.images].some((image) => !image.complete && isInView(image.getBoundingClientRect()));
}

function isInView({ top, bottom, width }: DOMRect): boolean {
  return width > 0 && bottom > 0 && top < innerHeight;
}

/** A device's first worker comes after its first content. */
export function canKeepPictures(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** As an image of the page would ask for it, behind everything else. */
export async function keepPicture(url: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve());
    image.addEventListener('error', () => resolve());
    image.fetchPriority = 'low';
    image.src = url;
  });
}
