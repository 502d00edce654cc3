// A browser without scripts on /admin/. It keeps cookies, sends each form with the token of the last page, and does not follow redirects.
export interface AdminPage {
  status: number;
  location: string | null;
  text: string;
  headers: Headers;
}

export interface AdminBrowser {
  cookies: Map<string, string>;
  open(path?: string): Promise<AdminPage>;
  /** Sends a form with the token of the page opened last. */
  send(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<AdminPage>;
  /** Sends a form with a file, and with the token of the page opened last. */
  upload(path: string, file: { name: string; bytes: Uint8Array }, fields?: Record<string, string>, headers?: Record<string, string>): Promise<AdminPage>;
}

/** The fields that a page marks as invalid, each with its message, and which of them has the focus. */
export function invalidFields(text: string): { problems: Record<string, string>; focused: string[] } {
  const controls = [...text.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes('aria-invalid="true"'));
  const nameOf = (tag: string): string => / name="([^"]+)"/.exec(tag)?.[1] ?? '';
  const messageOf = (tag: string): string => {
    const ids = / aria-describedby="([^"]+)"/.exec(tag)?.[1]?.split(' ') ?? [];
    return new RegExp(`id="(?:${ids.join('|')})" role="alert">([^<]*)<`).exec(text)?.[1] ?? '';
  };
  return {
    problems: Object.fromEntries(controls.map((tag) => [nameOf(tag), messageOf(tag)])),
    focused: controls.filter((tag) => /\sautofocus\b/.test(tag)).map(nameOf),
  };
}

/** @param languages the Accept-Language header of the browser */
export function openAdminBrowser(
  url: string,
  { userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', languages = '*' } = {},
): AdminBrowser {
  const cookies = new Map<string, string>();
  let token = '';

  async function request(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<AdminPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { 'user-agent': userAgent, 'accept-language': languages, cookie, ...init.headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await answer.text();
    token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
    return { status: answer.status, location: answer.headers.get('location'), text, headers: answer.headers };
  }

  return {
    cookies,
    open: (path = '/admin/') => request(path, { headers: { accept: 'text/html' } }),
    send: (path, fields = {}, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ token, ...fields }).toString(),
      }),
    upload(path, { name, bytes }, fields = {}, headers = {}) {
      const form = new FormData();
      for (const [key, value] of Object.entries({ token, ...fields })) form.append(key, value);
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
      return request(path, { method: 'POST', headers: { origin: url, ...headers }, body: form });
    },
  };
}
