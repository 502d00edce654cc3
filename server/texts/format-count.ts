/** `12 400`, for the log and answers of the API. Pages use the visitor's own format (wording.ts). */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ');
}
