import net from 'node:net';

export interface RawAnswer {
  /** 0 when the server closed the connection without a response. */
  status: number;
  /** Status line, headers and body, unparsed. */
  text: string;
}

/**
 * Sends a request byte for byte as written, line ends included, which HTTP clients would not. Resolves when
 * the server closes the connection, so send `Connection: close`.
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
