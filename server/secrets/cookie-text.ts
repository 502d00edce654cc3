// Checks and completes text in Netscape's cookie format, which has seven fields per line, separated by tabs.

/** Returns null if the text is usable; otherwise the reason why it is not, which repeats nothing from the text. */
export function cookiesProblem(text: string, nowSeconds: number): string | null {
  if (text.includes('\0')) return 'it is not text';
  if (/^\s*[[{]/.test(text)) return 'this is JSON; export the cookies in Netscape format (cookies.txt)';
  let validCount = 0;
  let expiredCount = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (isComment(line)) continue;
    const fields = line.split('\t');
    if (fields.length !== 7) return `line ${index + 1} has ${fields.length} of 7 fields; they are separated by tabs`;
    const [domain = '', subdomains = '', path = '', secure = '', expires = '', name = ''] = fields;
    if (domain.replace(/^#HttpOnly_/, '') === '') return `line ${index + 1} names no site`;
    if (!isFlag(subdomains) || !isFlag(secure)) return `line ${index + 1}: the second and fourth fields must be TRUE or FALSE`;
    if (!path.startsWith('/')) return `line ${index + 1}: the third field must be a path that begins with /`;
    if (!/^-?\d*(\.\d+)?$/.test(expires)) return `line ${index + 1}: the fifth field must be a time in seconds`;
    if (name === '') return `line ${index + 1} has no name`;
    // 0 or an empty field stands for a session cookie, which counts as valid.
    if (Number(expires) > 0 && Number(expires) <= nowSeconds) expiredCount += 1;
    else validCount += 1;
  }
  if (validCount > 0) return null;
  return expiredCount > 0 ? 'every cookie in it has expired; export it again' : 'there is no cookie in it';
}

/** The text in the form that programs expect: with the header line and uniform line endings. */
export function toCookieFile(text: string): string {
  const startTrimmedText = text.replaceAll('\r\n', '\n').trimStart();
  const trimmedText = startTrimmedText.trimEnd();
  // The tab before an empty last value stays.
  const lines = startTrimmedText.startsWith('\t', trimmedText.length) ? `${trimmedText}\t` : trimmedText;
  return /^# (Netscape )?HTTP Cookie File/i.test(lines) ? `${lines}\n` : `# Netscape HTTP Cookie File\n${lines}\n`;
}

function isComment(line: string): boolean {
  return line.trim() === '' || (line.startsWith('#') && !line.startsWith('#HttpOnly_'));
}

function isFlag(field: string): boolean {
  return /^(true|false)$/i.test(field);
}
