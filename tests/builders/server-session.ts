// A signed-in device that calls the API: sends its cookies and the CSRF header, as a browser with the client does.
export interface CallOptions {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface SessionCookies {
  sessionid: string;
  csrftoken: string;
}

export interface ApiSession {
  cookies: SessionCookies;
  /** @param path begins with a slash */
  call(path: string, options?: CallOptions): Promise<Response>;
  json<Value>(path: string, options?: CallOptions): Promise<Value>;
}

/** Logs in. This computes a slow hash, so tests that are not about the login plant a session instead (archive-people.ts). */
export async function signIn(url: string, credentials: { username: string; password: string }): Promise<ApiSession> {
  const login = await fetch(`${url}/api/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...credentials, remember_me: 'on' }),
  });
  if (login.status !== 204) throw new Error(`login answered ${login.status}: ${await login.text()}`);
  return signedIn(url, { sessionid: cookieOf(login, 'sessionid'), csrftoken: cookieOf(login, 'csrftoken') });
}

export function signedIn(url: string, cookies: SessionCookies): ApiSession {
  const call = (path: string, options: CallOptions = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: options.method ?? 'GET',
      redirect: 'manual',
      headers: {
        cookie: `sessionid=${cookies.sessionid}; csrftoken=${cookies.csrftoken}`,
        ...(options.method && options.method !== 'GET' ? { 'x-csrftoken': cookies.csrftoken } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
  return {
    cookies,
    call,
    async json<Value>(path: string, options?: CallOptions) {
      const answer = await call(path, options);
      if (!answer.ok) throw new Error(`${options?.method ?? 'GET'} ${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Value;
    },
  };
}

export function cookieOf(answer: Response, name: string): string {
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1).split(';')[0] ?? '';
}
