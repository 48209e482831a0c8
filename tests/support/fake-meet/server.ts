import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { Room, type RoomScript } from './room';
import { createSpeakers, type Speakers } from './speakers';

const PAGES = path.join(import.meta.dirname, 'pages');

/** As strict as Meet's: no script of others, no markup from texts. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "media-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface FakeMeet {
  /** Takes the place of https://meet.google.com. */
  url: string;
  /** Opens a room. @returns its code and what happens there */
  room(script?: RoomScript): Room;
  /** Voices in the rooms; started at the first use. Only for tests that need sound. */
  speakers: Speakers;
  close(): Promise<void>;
}

/** A server on loopback whose pages look to an assistant as Google Meet's do. */
export async function startFakeMeet(): Promise<FakeMeet> {
  const rooms = new Map<string, Room>();
  const speakers = createSpeakers(() => url);
  const server = createServer((request, response) => {
    answer(request, response, rooms, speakers).catch((error: Error) => {
      response.writeHead(500).end(error.stack);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    speakers,
    room(script = {}) {
      const code = randomCode();
      const room = new Room(code, script);
      rooms.set(code, room);
      return room;
    },
    async close() {
      for (const room of rooms.values()) room.close();
      await speakers.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As Meet's: letters only, 'abc-defg-hij'. By chance, so that visits to different stand-ins are told apart. */
function randomCode(): string {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  return `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7)}`;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  rooms: Map<string, Room>,
  speakers: Speakers,
): Promise<void> {
  const address = new URL(request.url!, 'http://fake');
  const [first = '', code = '', action = ''] = address.pathname.slice(1).split('/');
  if (first === 'pages') return sendFile(response, code);
  if (first === 'speakers') return sendPage(response, 'speakers.html');
  if (first !== 'rooms') return sendRoom(request, response, rooms.get(first));
  const room = rooms.get(code);
  if (!room) return void response.writeHead(404).end();
  const id = address.searchParams.get('id')!;
  if (action === 'events') return stream(request, response, room, id);
  const body = (await json(request)) as Record<string, string> & {
    isMicrophoneOn: boolean;
    isCameraOn: boolean;
  };
  if (action === 'knock') room.knock(id, body.name!, body);
  if (action === 'chat') room.write(id, body.line!);
  if (action === 'leave') room.leave(id);
  const reply = action === 'offer' ? await speakers.answer(room, id, body.sdp!) : {};
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
}

async function sendRoom(request: IncomingMessage, response: ServerResponse, room: Room | undefined) {
  const entrance = room ? (room.script.entrance ?? 'ask') : 'not-found';
  room?.log.userAgents.push(request.headers['user-agent'] ?? '');
  if (entrance === 'never-loads') return;
  if (entrance === 'broken') return void response.writeHead(503).end('Service Unavailable');
  if (entrance === 'empty') return send(response, 'text/html', '<!doctype html><title>Meet</title>');
  if (['not-found', 'sign-in', 'no-buttons'].includes(entrance))
    return sendPage(response, `${entrance}.html`);
  const {
    language = 'en',
    joinLabel = '',
    popups = [],
    needsReload,
    signal = 'glow',
    rotateEveryMs = 0,
  } = room!.script;
  const data = {
    isOpen: entrance === 'open',
    language,
    joinLabel,
    popups,
    needsReload,
    signal,
    rotateEveryMs,
    room: room!.code,
  };
  const page = await readFile(path.join(PAGES, 'meeting.html'), 'utf8');
  send(response, 'text/html', page.replace('{{data}}', encodeURIComponent(JSON.stringify(data))));
}

const sendPage = async (response: ServerResponse, name: string) =>
  send(response, 'text/html', await readFile(path.join(PAGES, name), 'utf8'));

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

async function sendFile(response: ServerResponse, name: string): Promise<void> {
  send(
    response,
    TYPES[path.extname(name)] ?? 'text/plain',
    await readFile(path.join(PAGES, path.basename(name)), 'utf8'),
  );
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': CSP });
  response.end(body);
}

function stream(request: IncomingMessage, response: ServerResponse, room: Room, id: string): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  const tell = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const left = room.arrive(
    id,
    (state) => tell('state', state),
    (command) => tell('command', command),
  );
  request.once('close', left);
  response.once('close', left);
}
