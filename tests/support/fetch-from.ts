import http from 'node:http';

/** `fetch` from a given loopback address; without redirects or keep-alive. */
export async function fetchFrom(localAddress: string, url: string, init: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  const body = Buffer.from(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method: request.method, headers, localAddress, agent: false });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(answerOf(response, Buffer.concat(chunks))));
    });
    sent.end(body);
  });
}

function answerOf(response: http.IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const status = response.statusCode!;
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}
