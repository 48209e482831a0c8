import { createHash, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const QUANTUM = 256 * 1024;
const ACCOUNT = 'celeste@test.iam.gserviceaccount.com';

/** How one request fails. */
export type Fault =
  /** HTTP 503, without any effect. */
  | 'unavailable'
  /** The connection breaks after this many bytes of the request body; a session keeps what it has by then. */
  | { cutRequestAfter: number }
  /**
   * The request is processed, then the connection breaks after this many bytes of the response body; 0 means
   * before the headers.
   */
  | { cutAnswerAfter: number }
  /** A session stores this many bytes less of a chunk than it was sent, and says so. */
  | { keepsLess: number }
  /** The response starts byte by byte. */
  | 'slow';

/** A request as the server receives it. */
export interface ReceivedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  bodyBytes: number;
}

/** CORS rule of the bucket. */
export interface CorsRule {
  origin: string[];
  method: string[];
  responseHeader: string[];
}

interface StoredObject {
  bytes: Buffer;
  generation: string;
  storageClass: string;
  contentType: string;
  timeCreated: number;
}

interface Session {
  name: string;
  metadata: { storageClass?: string };
  contentType: string;
  announcedBytes: number | null;
  ifGenerationMatch: string | null;
  origin: string | null;
  received: Buffer;
  object: StoredObject | null;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | object;
}

export interface GoogleStorageServer {
  address: string;
  bucket: string;
  /** Key file of the service account whose signatures are valid here. */
  keyFile: string;
  /** All objects by name, including temporary parts. */
  objects: Map<string, StoredObject>;
  /** Called for each request; returns its fault. */
  faultOf: (requests: ReceivedRequest) => Fault | null;
  /** All requests so far. */
  requests: ReceivedRequest[];
  /** No origin is allowed by default. */
  cors: CorsRule[];
  /** Clock skew for signed URLs, in ms ahead of the local clock. */
  clockMs: number;
  /** Expires a session, as after a week. */
  endSession(id: string): void;
  stop(): Promise<void>;
}

class RequestRejected extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** The connection breaks instead of a response. */
class ConnectionCut extends Error {}

/**
 * Fake Google Cloud Storage bucket on loopback: the JSON API for objects (get, list, insert in one request
 * and resumable, compose, rewrite, delete, generation preconditions), and the XML API for V4 signed URLs,
 * whose signatures are verified with the public key of its account.
 */
export async function startGoogleStorage(bucket = 'celeste-recordings'): Promise<GoogleStorageServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-google-'));
  const keyFile = path.join(folder, 'key.json');
  const key = {
    type: 'service_account',
    project_id: 'test',
    client_email: ACCOUNT,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  await writeFile(keyFile, JSON.stringify(key));

  const objects = new Map<string, StoredObject>();
  const sessions = new Map<string, Session>();
  let lastGeneration = 1_700_000_000_000_000;

  function make(name: string, bytes: Buffer, metadata: { storageClass?: string }, contentType: string) {
    lastGeneration += 1;
    const object: StoredObject = {
      bytes,
      contentType,
      storageClass: metadata.storageClass ?? 'STANDARD',
      generation: String(lastGeneration),
      timeCreated: Date.now(),
    };
    objects.set(name, object);
    return object;
  }

  const resource = (name: string, object: StoredObject) => ({
    kind: 'storage#object',
    name,
    bucket,
    generation: object.generation,
    metageneration: '1',
    size: String(object.bytes.length),
    crc32c: crc32c(object.bytes),
    contentType: object.contentType,
    storageClass: object.storageClass,
    timeCreated: new Date(object.timeCreated).toISOString(),
    updated: new Date(object.timeCreated).toISOString(),
  });

  function found(name: string, generation: string | null = null): StoredObject {
    const object = objects.get(name);
    if (!object || (generation && object.generation !== generation))
      throw new RequestRejected(404, 'notFound');
    return object;
  }

  function checkGeneration(name: string, wanted: string | null): void {
    if (wanted === null) return;
    if ((objects.get(name)?.generation ?? '0') !== wanted) throw new RequestRejected(412, 'conditionNotMet');
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('pageToken') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, Number(query.get('maxResults') ?? 1000));
    const items = page.map((name) => resource(name, objects.get(name)!));
    const nextPageToken = page.length < names.length ? page.at(-1) : undefined;
    return { status: 200, body: { kind: 'storage#objects', items, nextPageToken } };
  }

  function compose(name: string, query: URLSearchParams, body: Buffer): Answer {
    const { sourceObjects } = JSON.parse(body.toString()) as {
      sourceObjects: { name: string; generation?: string | number }[];
    };
    checkGeneration(name, query.get('ifGenerationMatch'));
    if (sourceObjects.length < 1 || sourceObjects.length > 32) throw new RequestRejected(400, 'invalid');
    const sources = sourceObjects.map((source) =>
      found(source.name, source.generation === undefined ? null : String(source.generation)),
    );
    const classes = new Set(sources.map(({ storageClass }) => storageClass));
    if (classes.size > 1) throw new RequestRejected(400, 'invalid');
    const bytes = Buffer.concat(sources.map((source) => source.bytes));
    const { storageClass, contentType } = sources[0]!;
    return { status: 200, body: resource(name, make(name, bytes, { storageClass }, contentType)) };
  }

  /** Between storage classes, a large object takes several requests. */
  function rewrite(from: string, to: string, query: URLSearchParams, body: Buffer): Answer {
    const source = found(from, query.get('sourceGeneration'));
    const size = source.bytes.length;
    const token = query.get('rewriteToken');
    if (!token) checkGeneration(to, query.get('ifGenerationMatch'));
    if (!token && size > 1024 * 1024) {
      const rewriteToken = `${randomUUID()} ${body.toString('base64')}`;
      const totalBytesRewritten = String(1024 * 1024);
      return {
        status: 200,
        body: { done: false, objectSize: String(size), totalBytesRewritten, rewriteToken },
      };
    }
    const said = token ? Buffer.from(token.split(' ')[1]!, 'base64').toString() : body.toString();
    const metadata = { storageClass: source.storageClass, ...(JSON.parse(said || '{}') as object) };
    const made = make(to, source.bytes, metadata, source.contentType);
    return { status: 200, body: { done: true, resource: resource(to, made) } };
  }

  function insertMultipart(request: ReceivedRequest, body: Buffer): Answer {
    const name = request.query.get('name')!;
    const boundary = /boundary="?([^";]+)"?/.exec(request.headers['content-type'] ?? '')?.[1];
    const [json, media] = partsOfMultipart(body, boundary ?? '');
    const metadata = JSON.parse(json!.toString()) as { storageClass?: string; crc32c?: string };
    if (metadata.crc32c && metadata.crc32c !== crc32c(media!)) throw new RequestRejected(400, 'invalid');
    checkGeneration(name, request.query.get('ifGenerationMatch'));
    const made = make(name, media!, metadata, 'application/octet-stream');
    return { status: 200, body: resource(name, made) };
  }

  function openSession({ query, headers }: ReceivedRequest, body: Buffer): Answer {
    const name = query.get('name')!;
    checkGeneration(name, query.get('ifGenerationMatch'));
    const id = randomUUID();
    const announced = headers['x-upload-content-length'];
    sessions.set(id, {
      name,
      metadata: JSON.parse(body.toString() || '{}') as object,
      contentType: String(headers['x-upload-content-type'] ?? 'application/octet-stream'),
      announcedBytes: announced === undefined ? null : Number(announced),
      ifGenerationMatch: query.get('ifGenerationMatch'),
      origin: headers.origin ?? null,
      received: Buffer.alloc(0),
      object: null,
    });
    const session = `/upload/storage/v1/b/${bucket}/o?uploadType=resumable&upload_id=${id}`;
    return { status: 200, headers: { Location: server.address + session } };
  }

  function sessionOf(query: URLSearchParams): Session {
    const session = sessions.get(query.get('upload_id') ?? '');
    if (!session) throw new RequestRejected(404, 'notFound');
    return session;
  }

  const progressOf = ({ received }: Session): Answer => ({
    status: 308,
    headers: received.length > 0 ? { Range: `bytes=0-${received.length - 1}` } : {},
  });

  /**
   * Stores the received part of a chunk; a session rounds down to whole quanta when the request breaks off.
   */
  function receiveChunk(
    { query, headers }: ReceivedRequest,
    body: Buffer,
    isWhole: boolean,
    keepsLess: number,
  ): Answer {
    const session = sessionOf(query);
    if (session.object) return { status: 200, body: resource(session.name, session.object) };
    const range = rangeOf(headers, body);
    checkTotal(range.total, session);
    if (!range.bytes) return progressOf(session);
    const { end } = range.bytes;
    checkRange(range.bytes, range.total, { session, sentBytes: isWhole ? body.length : null });
    const isLast = range.total === end;
    const fresh = body.subarray(session.received.length - range.bytes.start);
    const isKept = isWhole && keepsLess === 0;
    const kept = isKept ? fresh : fresh.subarray(0, quanta(Math.max(0, fresh.length - keepsLess)));
    session.received = Buffer.concat([session.received, kept]);
    return isLast && session.received.length >= end ? finish(session, headers) : progressOf(session);
  }

  function finish(session: Session, headers: IncomingMessage['headers']): Answer {
    const hash = /crc32c=([^,]+)/.exec(String(headers['x-goog-hash'] ?? ''))?.[1];
    if (hash && hash !== crc32c(session.received)) throw new RequestRejected(400, 'invalid');
    checkGeneration(session.name, session.ifGenerationMatch);
    session.object = make(session.name, session.received, session.metadata, session.contentType);
    return { status: 200, body: resource(session.name, session.object) };
  }

  function media(object: StoredObject, range: string | undefined, headers: Record<string, string>): Answer {
    const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
    const common = { ...headers, 'Accept-Ranges': 'bytes', 'x-goog-generation': object.generation };
    const size = object.bytes.length;
    if (!match) return { status: 200, headers: common, body: object.bytes };
    const start = Number(match[1]);
    const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
    if (start >= size) throw new RequestRejected(416, 'requestedRangeNotSatisfiable');
    const contentRange = { 'Content-Range': `bytes ${start}-${end}/${size}` };
    return {
      status: 206,
      headers: { ...common, ...contentRange },
      body: object.bytes.subarray(start, end + 1),
    };
  }

  /** Serves a signed URL of the XML API, as far as its V4 signature allows. */
  function download(request: ReceivedRequest): Answer {
    const name = decodeURIComponent(request.path.slice(`/${bucket}/`.length));
    checkSignature(
      request,
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      Date.now() + server.clockMs,
    );
    const object = found(name);
    const said = {
      'Content-Type': request.query.get('response-content-type') ?? object.contentType,
      'Content-Disposition': request.query.get('response-content-disposition') ?? 'attachment',
    };
    return media(object, request.headers.range, said);
  }

  function answer(request: ReceivedRequest, body: Buffer, isWhole: boolean, fault: Fault | null): Answer {
    const { path: address, query } = request;
    if (address === `/upload/storage/v1/b/${bucket}/o`) return answerUpload(request, body, isWhole, fault);
    if (!isWhole) throw new ConnectionCut();
    if (address === `/storage/v1/b/${bucket}/o`) return list(query);
    const object = new RegExp(`^/storage/v1/b/${bucket}/o/([^/]+)(/.*)?$`).exec(address);
    if (object) return answerObject(request, decodeURIComponent(object[1]!), object[2] ?? '', body);
    if (address.startsWith(`/${bucket}/`)) return download(request);
    throw new RequestRejected(404, 'notFound');
  }

  function answerUpload(
    request: ReceivedRequest,
    body: Buffer,
    isWhole: boolean,
    fault: Fault | null,
  ): Answer {
    const { method, query } = request;
    const allowed = () => crossOrigin(request, sessionOf(query), server.cors);
    const taken = method === 'PUT' && receiveChunk(request, body, isWhole, numberIn(fault, 'keepsLess') ?? 0);
    if (!isWhole) throw new ConnectionCut();
    if (taken) return { ...taken, headers: { ...taken.headers, ...allowed() } };
    if (method === 'DELETE') {
      sessions.delete(query.get('upload_id') ?? '');
      return { status: 499 };
    }
    if (method === 'OPTIONS') return { status: 200, headers: allowed() };
    return query.get('uploadType') === 'resumable'
      ? openSession(request, body)
      : insertMultipart(request, body);
  }

  function answerObject(
    { method, query, headers }: ReceivedRequest,
    name: string,
    operation: string,
    body: Buffer,
  ): Answer {
    if (operation === '/compose') return compose(name, query, body);
    const target = /^\/rewriteTo\/b\/[^/]+\/o\/([^/]+)$/.exec(operation)?.[1];
    if (target) return rewrite(name, decodeURIComponent(target), query, body);
    const seen = found(name, query.get('generation'));
    if (method === 'DELETE') {
      checkGeneration(name, query.get('ifGenerationMatch'));
      objects.delete(name);
      return { status: 204 };
    }
    return query.get('alt') === 'media'
      ? media(seen, headers.range, { 'Content-Type': seen.contentType })
      : { status: 200, body: resource(name, seen) };
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url!, 'http://localhost');
    const { socket } = message;
    const request: ReceivedRequest = {
      method: message.method!,
      path: url.pathname,
      query: url.searchParams,
      headers: message.headers,
      bodyBytes: Number(message.headers['content-length'] ?? 0),
    };
    server.requests.push(request);
    const fault = server.faultOf(request);
    try {
      const { body, isWhole } = await receive(message, numberIn(fault, 'cutRequestAfter'));
      if (fault === 'unavailable') throw new RequestRejected(503, 'backendError');
      send(message, response, answer(request, body, isWhole, fault), fault);
    } catch (error) {
      if (!(error instanceof RequestRejected)) return void socket.destroy();
      const { status, reason } = error;
      send(message, response, { status, body: { error: { code: status, errors: [{ reason }] } } }, null);
    }
  }

  const http = createServer((message, response) => void serve(message, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: GoogleStorageServer = {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    bucket,
    keyFile,
    objects,
    requests: [],
    faultOf: () => null,
    cors: [],
    clockMs: 0,
    endSession: (id) => void sessions.delete(id),
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

/** The number of a fault of this kind; null for any other. */
function numberIn(fault: Fault | null, kind: string): number | null {
  return typeof fault === 'object' && fault && kind in fault
    ? (fault as Record<string, number>)[kind]!
    : null;
}

interface BodyRange {
  start: number;
  /** Exclusive. */
  end: number;
}

/** The range of the object that a request sends, null for a query; and the object's size, null for unknown. */
function rangeOf(headers: IncomingMessage['headers'], body: Buffer) {
  const sent = headers['content-range'] ?? `bytes 0-${body.length - 1}/${body.length}`;
  const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(String(sent));
  if (!range) throw new RequestRejected(400, 'badRequest');
  const bytes: BodyRange | null =
    range[1] === undefined ? null : { start: Number(range[1]), end: Number(range[2]) + 1 };
  return { bytes, total: range[3] === '*' ? null : Number(range[3]) };
}

function checkTotal(total: number | null, { announcedBytes }: Session): void {
  if (announcedBytes !== null && total !== null && total !== announcedBytes) {
    throw new RequestRejected(400, 'invalid');
  }
}

/** @param sent `sentBytes`: bytes of the whole body; null when it broke off */
function checkRange(
  { start, end }: BodyRange,
  total: number | null,
  { session, sentBytes }: { session: Session; sentBytes: number | null },
): void {
  const { received, announcedBytes } = session;
  const length = end - start;
  if (start > received.length) throw new RequestRejected(400, 'invalid');
  if (sentBytes !== null && sentBytes !== length) throw new RequestRejected(400, 'badRequest');
  if (announcedBytes !== null && end > announcedBytes) throw new RequestRejected(400, 'invalid');
  if (total !== end && length % QUANTUM !== 0) throw new RequestRejected(400, 'invalid');
}

const quanta = (bytes: number) => bytes - (bytes % QUANTUM);

async function receive(message: IncomingMessage, cutAfter: number | null) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (cutAfter !== null && bytes >= cutAfter) break;
    }
  } catch {
    // The client closed the connection.
  }
  const body = Buffer.concat(chunks);
  return cutAfter === null
    ? { body, isWhole: message.complete }
    : { body: body.subarray(0, cutAfter), isWhole: false };
}

function send(message: IncomingMessage, response: ServerResponse, answer: Answer, fault: Fault | null): void {
  const { socket } = response;
  const { status, headers = {} } = answer;
  if (typeof fault === 'object' && fault && 'cutAnswerAfter' in fault && fault.cutAnswerAfter === 0) {
    return void socket?.destroy();
  }
  const isBytes = Buffer.isBuffer(answer.body);
  const body = isBytes
    ? (answer.body as Buffer)
    : Buffer.from(answer.body ? JSON.stringify(answer.body) : '');
  const type = isBytes || body.length === 0 ? {} : { 'Content-Type': 'application/json; charset=UTF-8' };
  response.writeHead(status, { ...type, ...headers, 'Content-Length': String(body.length) });
  if (typeof fault === 'object' && fault && 'cutAnswerAfter' in fault) {
    const part = body.subarray(0, fault.cutAnswerAfter);
    response.write(part, () => socket?.destroy());
    return;
  }
  if (fault !== 'slow') return void response.end(message.method === 'HEAD' ? undefined : body);
  const drops = Math.min(20, body.length);
  const drip = (index: number): void => {
    if (index === drops) return void response.end(body.subarray(drops));
    response.write(body.subarray(index, index + 1), () => setImmediate(drip, index + 1));
  };
  drip(0);
}

/**
 * CORS headers: a session responds to scripts of the origin it was opened for, if the bucket's rules allow
 * it.
 * Source: cloud.google.com/storage/docs/cross-origin.
 */
function crossOrigin(
  { method, headers }: ReceivedRequest,
  { origin }: Session,
  cors: CorsRule[],
): Record<string, string> {
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
  const rule = cors.find((one) => one.origin.includes(origin!) && one.method.includes(String(wanted)));
  if (!rule || headers.origin !== origin) return {};
  const shared = rule.responseHeader.join(', ');
  const allowed = { 'Access-Control-Allow-Origin': origin!, Vary: 'Origin' };
  return method === 'OPTIONS'
    ? {
        ...allowed,
        'Access-Control-Allow-Methods': rule.method.join(', '),
        'Access-Control-Allow-Headers': shared,
      }
    : { ...allowed, 'Access-Control-Expose-Headers': shared };
}

function partsOfMultipart(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  const mark = Buffer.from(`--${boundary}`);
  for (let start = body.indexOf(mark); ; ) {
    const next = body.indexOf(mark, start + mark.length);
    if (start < 0 || next < 0) return parts;
    const content = body.indexOf('\r\n\r\n', start) + 4;
    parts.push(body.subarray(content, next - 2));
    start = next;
  }
}

/**
 * Source: cloud.google.com/storage/docs/authentication/canonical-requests. The library signs hosts without
 * ports.
 */
function checkSignature(
  { method, path: address, query, headers }: ReceivedRequest,
  publicKey: string,
  now: number,
): void {
  const said = (name: string) => query.get(`X-Goog-${name}`) ?? '';
  const [account, ...scope] = said('Credential').split('/');
  const date = said('Date');
  const signed = [...query]
    .filter(([name]) => name !== 'X-Goog-Signature')
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&');
  const names = said('SignedHeaders').split(';');
  const host = String(headers.host).replace(/:\d+$/, '');
  const lines = names.map((name) => `${name}:${name === 'host' ? host : headers[name]}\n`).join('');
  const canonical = [method, address, signed, lines, names.join(';'), 'UNSIGNED-PAYLOAD'].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['GOOG4-RSA-SHA256', date, scope.join('/'), hash].join('\n');
  const isSigned =
    /^[0-9a-f]{512}$/.test(said('Signature')) &&
    createVerify('RSA-SHA256').update(text).verify(publicKey, said('Signature'), 'hex');
  const isOurs = said('Algorithm') === 'GOOG4-RSA-SHA256' && account === ACCOUNT && names.includes('host');
  const isScope = scope.length === 4 && date.startsWith(scope[0]!) && scope[2] === 'storage';
  if (!isSigned || !isOurs || !isScope) throw new RequestRejected(403, 'SignatureDoesNotMatch');
  const began = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  const seconds = Number(said('Expires'));
  if (!(seconds > 0 && seconds <= 604_800)) throw new RequestRejected(400, 'AuthenticationRequired');
  if (!(began + seconds * 1000 > now)) throw new RequestRejected(400, 'ExpiredToken');
}

const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

/** As Google encodes it: big-endian, base64. */
function crc32c(bytes: Buffer): string {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  const written = Buffer.alloc(4);
  written.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return written.toString('base64');
}
