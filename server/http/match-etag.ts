/** Whether `If-None-Match` is `*` or contains this ETag, by weak comparison (RFC 9110 §13.1.2). */
export function matchesEtag(header: string, etag: string): boolean {
  const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((entry) => opaqueTag(entry) === opaqueTag(etag));
}
