// Functions that the browser rows run inside the page, to measure or to prepare a measurement. Each function is sent to the page as text
// and cannot use anything outside itself.

/**
 * Records layout shifts, the time when the titles of the list were first painted, and the time when all its pictures in view were painted.
 * Installed before the page's own scripts.
 */
export function watchFirstPaint() {
  const measurements = { titlesAtMs: null, listAtMs: null, shift: 0 };
  window.bench = measurements;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) measurements.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const checkNow = () => {
    if (measurements.titlesAtMs === null && document.querySelector('main article h3')) measurements.titlesAtMs = performance.now();
    const pictures = [...document.querySelectorAll('article img')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    if (pictures.length > 0 && pictures.every((image) => image.complete && image.naturalWidth > 0)) measurements.listAtMs = performance.now();
    else requestAnimationFrame(checkNow);
  };
  requestAnimationFrame(checkNow);
}

/**
 * Waits until the page is idle, because nobody taps in the frame in which a page appears. A step that began in that frame would also
 * measure the time for drawing the part of the page below the viewport.
 */
export async function waitUntilIdle() {
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
}

/**
 * Clicks the first element that matches the selector `click`. Returns the milliseconds until a frame has been painted that contains an
 * element matching `shows` with the text `text`, at an address that contains `path`.
 */
export async function clickToPaint({ click, shows, text = '', path = '' }) {
  const element = document.querySelector(click);
  if (!element) throw new Error(`nothing to click: ${click}`);
  const isThere = () => location.pathname.includes(path) && [...document.querySelectorAll(shows)].some((candidate) => candidate.textContent.includes(text));
  const startMs = performance.now();
  element.click();
  do {
    if (performance.now() - startMs > 20_000) throw new Error(`never appeared: ${shows} ${text}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  } while (!isThere());
  // A change that is in the document at the beginning of a frame is painted at its end; the next task runs after that.
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  return performance.now() - startMs;
}

/**
 * Scrolls down, two screens a second, to the end of the page or for 20 s. Returns the milliseconds of the longest task, or 0 if none took
 * over 50.
 */
export async function measureLongestTaskOfScrolling() {
  let longestMs = 0;
  const recordTasks = (entries) => {
    for (const { duration } of entries) longestMs = Math.max(longestMs, duration);
  };
  const observer = new PerformanceObserver((list) => recordTasks(list.getEntries()));
  observer.observe({ type: 'longtask' });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const startMs = performance.now();
  // The end is read in each frame, because it may move while more is drawn.
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 4 && performance.now() - startMs < 20_000) {
    scrollBy({ top: innerHeight / 30, behavior: 'instant' });
    await frame();
  }
  await frame();
  recordTasks(observer.takeRecords());
  observer.disconnect();
  return longestMs;
}

/** Sets the account's page size in the archive. */
export async function setPageSize(size) {
  const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
  const answer = await fetch('/api/user/me/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrftoken': token },
    body: JSON.stringify({ page_size: size }),
  });
  if (!answer.ok) throw new Error(`the page size was not accepted: ${answer.status}`);
}

/** Keeps the number of tasks over 50 ms from now on, and the duration of the longest, in `window.tasks`. */
export function watchTasks() {
  window.tasks = { longest: 0, count: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.tasks.longest = Math.max(window.tasks.longest, duration);
      window.tasks.count += 1;
    }
  }).observe({ type: 'longtask' });
}
