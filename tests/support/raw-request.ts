import net from 'node:net';

export interface RawAnswer {
  /** 0 where the server hung up without a word. */
  status: number;
  /** Headers and body as they came. */
  text: string;
}

/**
 * Sends a request exactly as it is written, which no HTTP client would: line ends included.
 * Resolves when the server ends the connection, so the request should ask for that.
 */
export async function rawRequest(address: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  const socket = net.connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  socket.write(request);
  await new Promise<void>((resolve, reject) => socket.on('close', () => resolve()).on('error', reject));
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
}
