import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedVideo {
  title: string;
  /** Seconds, as stated on the page. */
  seconds: number;
  sound: Buffer;
  /** Bytes of audio after which the connection stalls. */
  stallsAfter?: number;
}

/**
 * Fake video site on loopback: titles at /oembed, as YouTube responds (401 private, 404 unknown, 400 no such
 * page), and /watch pages with JSON-LD, which yt-dlp reads as on any site.
 */
export interface VideoServer {
  url: string;
  videos: Map<string, ServedVideo>;
  /** Ids whose page and title are denied. */
  refused: Set<string>;
  /** Requested paths, in order. */
  requests: string[];
  stop(): void;
}

export async function startVideoServer(): Promise<VideoServer> {
  const videos: VideoServer['videos'] = new Map();
  const refused: VideoServer['refused'] = new Set();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const address = new URL(request.url!, url);
    requests.push(address.pathname);
    const send = (status: number, type: string, body: string | Buffer) => {
      response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const ofTitle = address.pathname === '/oembed';
    const page = ofTitle ? watchedPage(address) : address;
    const id = idOf(page);
    if (refused.has(id)) return send(ofTitle ? 401 : 403, 'text/plain', 'Unauthorized');
    const video = videos.get(id);
    if (!video) return send(404, 'text/plain', 'Not Found');
    if (ofTitle) return send(200, 'application/json', JSON.stringify(oembedOf(video)));
    if (page.pathname === '/watch') return send(200, 'text/html', pageOf(id, video));
    if (request.method === 'HEAD') return send(200, 'audio/wav', video.sound);
    sendSound(response, video);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const pageOf = (id: string, { title, seconds }: ServedVideo) => {
    const about = {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: title,
      duration: `PT${seconds}S`,
      contentUrl: `${url}/sound/${id}.wav`,
    };
    return `<!doctype html><title>video</title><script type="application/ld+json">${JSON.stringify(about)}</script>`;
  };
  return { url, videos, refused, requests, stop: () => void server.close().closeAllConnections() };
}

const watchedPage = (address: URL) => new URL(address.searchParams.get('url') ?? address.origin);

const idOf = ({ searchParams, pathname }: URL) =>
  searchParams.get('v') ?? /^\/sound\/([\w-]+)\.wav$/.exec(pathname)?.[1] ?? '';

const oembedOf = ({ title }: ServedVideo) => ({
  title,
  author_name: 'Canal',
  type: 'video',
  version: '1.0',
  provider_name: 'YouTube',
});

function sendSound(response: ServerResponse, { sound, stallsAfter = sound.length }: ServedVideo): void {
  response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': sound.length });
  response.write(sound.subarray(0, stallsAfter));
  if (stallsAfter === sound.length) response.end();
}
