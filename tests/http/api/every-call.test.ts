import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_SCOPES } from '@/app/domain/api/scopes';
import type { Operation } from '@/app/http/api/operation';
import { operations } from '@/app/routes/api/operations';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';
import { change, readAllData, rows } from '../platform/data-dir';
import { editable } from '../transcript/editable';
import { addToken } from './add-token';
import { type ApiAnswer, ApiClient } from './api-client';
import { signInByCode } from './sign-in';

/** Of an operation that names no bound. */
const DEFAULT_BODY_BYTES = 64 * 1024;
const NO_SUCH_ID = 'AAAAAAAAAAAAAAAAAAAAAA';
/** What examples have in place of an id. */
const EXAMPLE_ID = /^[\w-]{22}$/;

/** What Ana has, by the name that this file has for its kind. */
type Kind = 'account' | 'delivery' | 'document' | 'meeting' | 'transcription' | 'upload' | 'webhook';
type Ids = Record<Kind, string>;

let celeste: RunningCeleste;
let ana: MeetingUser;
let rui: MeetingUser;
let ids: Ids;
let tokens: Record<'ana' | 'anaSignIn' | 'rui' | 'ruiSignIn', string>;

beforeAll(async () => {
  // Calls without a token are counted by their address, which a proxy may name.
  const env = { CHROMIUM_PATH: process.execPath, TRUST_PROXY: '1' };
  celeste = await startCeleste({ command: 'web', env });
  ana = await signUpMeetingUser(celeste);
  rui = await signUpMeetingUser(celeste, { name: 'Rui Lima' });
  tokens = {
    ana: await addToken(celeste, ana),
    anaSignIn: await signInByCode(celeste, ana.email),
    rui: await addToken(celeste, rui),
    ruiSignIn: await signInByCode(celeste, rui.email),
  };
  ids = await addOneOfEach();
});

afterAll(() => celeste.stop());

let rooms = 0;

/** Two assistants do not go to one. */
function newRoom(): string {
  rooms += 1;
  return `https://meet.google.com/room-${rooms}`;
}

const inADay = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

async function addOneOfEach(): Promise<Ids> {
  const api = new ApiClient(celeste.address, tokens.ana);
  const make = async (path: string, body: object) =>
    (await api.post(path, body)).body as Record<string, string>;
  const webhook = await make('/v1/webhooks', { url: 'https://example.com/', events: ['document.created'] });
  const meeting = { name: 'Pauta', url: newRoom(), starts_at: inADay(), accepts_terms: true };
  const [user] = await rows(celeste, `SELECT public_id FROM users WHERE email = '${ana.email}'`);
  return {
    account: String(user!.public_id),
    delivery: (await make(`/v1/webhooks/${webhook.id}/test`, {})).delivery_id!,
    document: (await make('/v1/documents', { title: 'Ata' })).id!,
    meeting: (await make('/v1/meetings', meeting)).id!,
    transcription: (await editable(celeste, ana)).split('/').at(-1)!,
    upload: (await make('/v1/uploads', { file_name: 'fala.wav' })).id!,
    webhook: webhook.id!,
  };
}

/** Whose id a path has; the first that fits. */
const KINDS_IN_PATHS: [path: RegExp, kind: Kind][] = [
  [/webhooks/, 'webhook'],
  [/meetings/, 'meeting'],
  [/document/, 'document'],
  [/uploads/, 'upload'],
  [/transcription|recording/, 'transcription'],
];

/** What fields of queries and bodies name. */
const KINDS_OF_FIELDS: Record<string, Kind> = {
  container: 'account',
  crypto: 'account',
  cryptoAdmin: 'account',
  cryptoUser: 'account',
  id: 'transcription',
  transcriptionCrypto: 'transcription',
  transcription_crypto: 'transcription',
  transcription_id: 'transcription',
  upload_id: 'upload',
  userCrypto: 'account',
  user_crypto: 'account',
};

/** @throws Error for a new kind of id, which belongs into one of the lists above */
function kindOf(known: Kind | undefined, where: string): Kind {
  if (!known) throw new Error(`whose id is in ${where}?`);
  return known;
}

function pathOf({ path, example, query }: Operation, own: Ids): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const given = example!.params![name]!;
    if (!EXAMPLE_ID.test(given)) return given;
    if (name === 'delivery') return own.delivery;
    return own[kindOf(KINDS_IN_PATHS.find(([pattern]) => pattern.test(path))?.[1], path)];
  });
  const search = new URLSearchParams(query ? withIds(example?.query ?? {}, own) : {});
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The fields of an example, with ids that are there, a room of its own and a time to come. */
function withIds<T extends object>(given: T, own: Ids): T {
  const fieldOf = (name: string, value: unknown) => {
    if (name === 'starts_at') return inADay();
    if (typeof value !== 'string') return value;
    if (value.startsWith('https://meet.google.com/')) return newRoom();
    return EXAMPLE_ID.test(value) ? own[kindOf(KINDS_OF_FIELDS[name], name)] : value;
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fieldOf(name, value)])) as T;
}

const exampleBody = ({ body, example }: Operation, own: Ids): unknown =>
  body ? withIds(example!.body as object, own) : undefined;

let networks = 0;

/** Calls an operation as its example does; without a token from a network of its own. */
function call(
  operation: Operation,
  {
    token = null,
    own = ids,
    body = exampleBody(operation, own),
  }: { token?: string | null; own?: Ids; body?: unknown },
): Promise<ApiAnswer> {
  networks += 1;
  const isOwn = token !== null && Object.values(tokens).includes(token);
  const headers = {
    ...(!isOwn && { 'X-Forwarded-For': `10.0.${networks >> 8}.${networks & 255}` }),
    ...(operation.etag === 'required' && { 'If-Match': '*' }),
  };
  return new ApiClient(celeste.address, token).call(operation.method, pathOf(operation, own), body, headers);
}

const isClosed = ({ access }: Operation) => access !== 'open';
const isSignIn = ({ access }: Operation) => access === 'sign-in';
const tokenOf = (operation: Operation, person: 'ana' | 'rui'): string =>
  isSignIn(operation) ? tokens[`${person}SignIn`] : tokens[person];

/** Whether the example names something that belongs to an account. */
const namesSomething = ({ path, example, query, body }: Operation): boolean =>
  /\{/.test(path) ||
  [query && example?.query, body && example?.body].some(
    (given) => given && Object.values(given).some((value) => EXAMPLE_ID.test(String(value))),
  );

const tableOf = (chosen: Operation[]) => chosen.map((operation) => ({ ...operation, operation }));

describe('a call that takes a token', () => {
  let expired: string[];
  let without: Record<string, string>;
  let before: object;

  beforeAll(async () => {
    const ended = await signInByCode(celeste, ana.email);
    await change(celeste, 'DELETE FROM sessions WHERE id = (SELECT MAX(id) FROM sessions)');
    const late = await addToken(celeste, ana, TOKEN_SCOPES, -1000);
    expired = [late, ended, `${tokens.ana}x`, 'eyJhbGciOiJub25lIn0.e30.'];
    without = {};
    for (const scope of TOKEN_SCOPES)
      without[scope] = await addToken(
        celeste,
        ana,
        TOKEN_SCOPES.filter((other) => other !== scope),
      );
    before = await readContents();
  });

  it.each(tableOf(operations.filter(isClosed)))(
    '$method $path refuses every wrong one',
    async ({ operation }) => {
      expect(await call(operation, {})).toMatchObject({ status: 401, body: { code: 'api.token-required' } });
      for (const token of expired)
        expect(await call(operation, { token })).toMatchObject({
          status: 401,
          body: { code: 'api.token-invalid' },
        });
      const [token, code] = isSignIn(operation)
        ? [tokens.ana, 'api.sign-in-required']
        : [without[operation.access]!, 'api.scope-missing'];
      expect(await call(operation, { token })).toMatchObject({ status: 403, body: { code } });
    },
  );

  it('has changed nothing then', async () => {
    expect(await readContents()).toEqual(before);
  });
});

/** All but what tells when tokens were used. */
async function readContents() {
  const { api_tokens: _used, rate_limits: _counted, sessions: _seen, ...data } = await readAllData(celeste);
  return data;
}

describe('a call with a body', () => {
  it.each(tableOf(operations.filter(({ body }) => body)))(
    '$method $path refuses one that is broken, of another kind or huge',
    async ({ operation }) => {
      const token = isClosed(operation) ? tokenOf(operation, 'ana') : null;
      const { maxBodyBytes = DEFAULT_BODY_BYTES } = operation;
      for (const body of ['{"a":', '[1]', '"a"', '7', 'null'])
        expect((await call(operation, { token, body })).status, body).toBe(400);
      const huge = { filler: 'x'.repeat(maxBodyBytes) };
      expect((await call(operation, { token, body: huge })).status, 'a huge one').toBe(413);
    },
  );
});

/** Fields that are for others to check. */
const UNCHECKED_FIELDS: Record<string, string> = { mcp: 'id' };

describe('a call with a body whose fields are of another kind', () => {
  it.each(tableOf(operations.filter(({ body }) => body)))(
    '$method $path refuses it',
    async ({ operation }) => {
      const token = isClosed(operation) ? tokenOf(operation, 'ana') : null;
      const right = exampleBody(operation, ids) as object;
      for (const field of Object.keys(right).filter((name) => name !== UNCHECKED_FIELDS[operation.id])) {
        const { status } = await call(operation, { token, body: { ...right, [field]: {} } });
        expect(status, field).toBe(400);
      }
    },
  );
});

describe('a call that names something', () => {
  const named = operations.filter((operation) => isClosed(operation) && namesSomething(operation));
  let before: object;

  beforeAll(async () => {
    before = await readContents();
  });

  it.each(tableOf(named))(
    '$method $path refuses another account and an unknown id',
    async ({ operation }) => {
      const refusals = [await call(operation, { token: tokenOf(operation, 'rui') })];
      for (const unknown of [NO_SUCH_ID, 'x', '..%2F..', "'--"]) {
        const own = Object.fromEntries(Object.keys(ids).map((kind) => [kind, unknown])) as Ids;
        refusals.push(await call(operation, { token: tokenOf(operation, 'ana'), own }));
      }
      for (const { status, body } of refusals) expect([403, 404], JSON.stringify(body)).toContain(status);
      if (operation.path.includes('{'))
        expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 404));
    },
  );

  it('has changed nothing then', async () => {
    expect(await readContents()).toEqual(before);
  });
});

describe('a list', () => {
  const lists = operations.filter(
    (operation) => operation.method === 'GET' && isClosed(operation) && !namesSomething(operation),
  );

  it.each(tableOf(lists))('$method $path tells another account nothing', async ({ operation }) => {
    const { body } = await call(operation, { token: tokenOf(operation, 'rui') });
    const told = JSON.stringify(body);
    for (const secret of [ana.email, ...Object.values(ids)]) expect(told).not.toContain(secret);
  });

  it('tells its own', async () => {
    const told: string[] = [];
    for (const operation of lists)
      told.push(JSON.stringify((await call(operation, { token: tokenOf(operation, 'ana') })).body));
    for (const kind of ['document', 'meeting', 'transcription', 'webhook'] as const)
      expect(told.join(), kind).toContain(ids[kind]);
  });
});

/** Where a right call needs something else that these accounts have not; the tests of its subject have it. */
const NEEDS_ELSE: Record<string, string> = {
  actAs: 'api.admin-only',
  calendarAccess: 'calendar.not-set-up',
  changeSummary: 'summary.not-made',
  linkCalendar: 'calendar.not-set-up',
  portal: 'checkout.not-subscribed',
  refreshToken: 'api.token-invalid',
  renewCalendarAccess: 'calendar.not-set-up',
  resend: 'transcription.not-resendable',
  transcriptionRegister: 'upload.incomplete',
  transcriptionYoutube: 'api.not-found',
  'v1.newTranscription': 'upload.incomplete',
  'v1.redeliver': 'webhook.waiting',
  'v1.resend': 'transcription.not-resendable',
  'v1.stopMeeting': 'meeting.not-underway',
};

describe('a right call', () => {
  it.each(tableOf(operations.filter(isClosed)))('of $id is answered', async ({ operation }) => {
    const { id, method } = operation;
    // What others have changed or deleted is not as the example takes it.
    const isSpent = method === 'DELETE' || method === 'PATCH';
    const own = isSpent ? await addOneOfEach() : ids;
    const token = id === 'logout' ? await signInByCode(celeste, ana.email) : tokenOf(operation, 'ana');
    const { status, body } = await call(operation, { token, own });
    const { code } = body as { code?: string };
    expect(code).toBe(NEEDS_ELSE[id]);
    if (!code) expect(status).toBeLessThan(300);
    // An account has few of them.
    if (isSpent) await new ApiClient(celeste.address, tokens.ana).delete(`/v1/webhooks/${own.webhook}`);
  });
});
