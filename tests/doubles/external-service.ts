// An external service on a free port: gives the answer that its test has set, and records its requests.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ExternalRequest {
  method: string;
  /** The path with its query. */
  path: string;
  authorization: string | undefined;
  body: string;
}

export interface ExternalService {
  url: URL;
  requests: ExternalRequest[];
  /** A body that is an object is sent as JSON, and a text unchanged. Null: requests get no answer. */
  answer: { status: number; body: unknown; headers?: Record<string, string> } | null;
  stop(): Promise<void>;
}

export async function startExternalService(path = '/'): Promise<ExternalService> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      service.requests.push({ method, path: url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
      if (service.answer === null) return;
      const { status, body, headers: extraHeaders } = service.answer;
      response.writeHead(status, { 'content-type': 'application/json', ...extraHeaders }).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: ExternalService = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`),
    requests: [],
    answer: { status: 404, body: {} },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}
