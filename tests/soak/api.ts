import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN_SCOPES } from '@/app/domain/api/scopes';
import { addToken } from '@/tests/http/api/add-token';
import { signUpMeetingUser } from '@/tests/http/meeting/meetings';
import { change } from '@/tests/http/platform/data-dir';
import { editable } from '@/tests/http/transcript/editable';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { type DescribedApi, type DescribedCall, describedApi, mistakeOf } from '../support/described-api';
import { Random } from './random';
import { SchemaValues } from './schema-values';
import { printProgress, type Soak } from './soak';

const AT_ONCE = 6;
/** A token may make 600 calls a minute, so a new one takes over long before. */
const CALLS_PER_TOKEN = 100;
/** An account has minutes for so many recordings. */
const CALLS_PER_ACCOUNT = 3000;
/** Not to lose all things that calls are about. */
const RENEWED_EVERY = 150;

/** An account, whose things all bear its mark. */
interface Account {
  mark: string;
  person: { email: string };
  /** By what stands before `{…}` in a path. */
  ids: Record<string, string[]>;
}

interface Operation {
  method: string;
  path: string;
  call: DescribedCall;
}

/** What the checks need of one request. */
interface Request {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export const soak: Soak = ({ count, seed }) => callApi({ count, random: new Random(seed) });

/**
 * Calls every operation of the served description with bodies, queries, ids and tokens that are right or wrong, on two
 * accounts. Asserts that no answer is an error of the server's or off its description, and that none tells one account
 * of the other's things.
 * @throws AssertionError when one of these does not hold
 */
export async function callApi({ count, random }: { count: number; random: Random }) {
  const celeste = await startCeleste({ command: 'web' });
  try {
    const description = await describedApi(celeste.address);
    const operations = operationsOf(description);
    const values = new SchemaValues(description, random);
    const openBoth = async (): Promise<[Account, Account]> => [
      await persist(() => openAccount(celeste, 'Ana')),
      await persist(() => openAccount(celeste, 'Bia')),
    ];
    const accounts = await openBoth();
    const calls = new ApiCalls({ celeste, values, random, accounts });
    const statuses = new Map<number, number>();
    const called = new Set<string>();
    const tally = ({ call }: Operation, status: number) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300) called.add(call.operationId);
    };
    /** Thrown once all calls have ended, so that the server has ended its writing. */
    const failures: unknown[] = [];
    let begun = 0;
    /** New things, and in time new accounts, in place of those that are used up. */
    const supply = async (number: number) => {
      if (number % CALLS_PER_ACCOUNT === 0) accounts.splice(0, 2, ...(await openBoth()));
      if (number % RENEWED_EVERY === 0)
        for (const account of accounts) await persist(() => refill(celeste, account));
    };
    const worker = async () => {
      while (begun < count && failures.length === 0) {
        begun += 1;
        const number = begun;
        await supply(number);
        if (number % 1000 === 0) printProgress(`${number} calls begun`);
        // Every operation in turn, so that none is left out.
        const operation = operations[number % operations.length]!;
        await calls.make(operation, description).then(
          (status) => tally(operation, status),
          (error: unknown) => failures.push(error),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (failures.length > 0) throw failures[0];
    const { exitCode, signalCode } = celeste.process;
    assert.deepEqual({ exitCode, signalCode }, { exitCode: null, signalCode: null }, 'the process goes on');
    const counted = [...statuses].sort().map(([status, times]) => [`answered ${status}`, times]);
    return {
      ...{ calls: count, operations: operations.length, 'of them with success': called.size },
      ...(Object.fromEntries(counted) as Record<string, number>),
    };
  } finally {
    await celeste.stop();
  }
}

/** SQLite refuses a second writer after a while, when the server writes without a pause. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 20; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(200);
    }
  }
}

const operationsOf = ({ paths }: DescribedApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, call })),
  );

async function openAccount(celeste: RunningCeleste, name: string): Promise<Account> {
  const mark = `marca${randomBytes(8).toString('hex')}`;
  const account: Account = {
    mark,
    person: await signUpMeetingUser(celeste, { name: `${name} ${mark}` }),
    ids: {},
  };
  await refill(celeste, account);
  return account;
}

/** Makes new things for an account, in place of those that were deleted. */
async function refill(celeste: RunningCeleste, account: Account): Promise<void> {
  const { mark, ids } = account;
  const person = account.person as Awaited<ReturnType<typeof signUpMeetingUser>>;
  const token = await addToken(celeste, person);
  const transcription = (
    await editable(celeste, person, [
      ['A', `${mark} bom dia`],
      ['B', `olá ${mark}`],
    ])
  )
    .split('/')
    .at(-1)!;
  await change(
    celeste,
    `UPDATE transcriptions SET title = 'Ata ${mark}' WHERE public_id = '${transcription}'`,
  );
  const make = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${celeste.address}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { id: string }).id;
  };
  const document = await make('/v1/documents', { title: mark, content: `<p>${mark}</p>` });
  const room = randomBytes(8).toString('hex');
  const starts_at = new Date(Date.now() + 86_400_000).toISOString();
  const meeting = await make('/v1/meetings', {
    name: mark,
    url: `https://meet.google.com/${room}`,
    starts_at,
  });
  const upload = await make('/v1/uploads', { file_name: 'fala.wav' });
  for (const [kind, id] of Object.entries({ transcription, document, meeting, upload }))
    ids[kind] = [...(ids[kind] ?? []).slice(-3), ...(id ? [id] : [])];
}

interface Setting {
  celeste: RunningCeleste;
  values: SchemaValues;
  random: Random;
  accounts: readonly [Account, Account];
}

class ApiCalls {
  readonly #setting: Setting;
  readonly #tokens = new Map<string, { text: string; left: number }>();

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Makes one call of an operation. @returns the status. @throws AssertionError */
  async make(operation: Operation, description: DescribedApi): Promise<number> {
    const { celeste, random, accounts } = this.#setting;
    const [one, another] = accounts;
    const [caller, other] = random.below(2) ? [one, another] : [another, one];
    const request = await this.#request(operation, caller, other);
    const { method, path, query, headers, body } = request;
    const response = await fetch(`${celeste.address}/api${path}${query}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const about = () =>
      `${JSON.stringify(request).slice(0, 2000)}\nanswered ${response.status} ${text.slice(0, 1000)}`;
    assert.ok(response.status < 500 || response.status === 503, `no failure of the server: ${about()}`);
    assert.ok(!text.includes(other.mark), `nothing of another account: ${about()}`);
    const type = (response.headers.get('Content-Type') ?? '').split(';')[0]!;
    const exchange = {
      ...{ method, path, sent: parsed(body), status: response.status, type },
      parsed: /json$/.test(type) ? parsed(text) : text,
    };
    // Node's parser of HTTP refuses what no program could mean.
    if (response.status !== 400 || type !== '') assert.equal(mistakeOf(description, exchange), null, about());
    return response.status;
  }

  async #request(operation: Operation, caller: Account, other: Account): Promise<Request> {
    const { random, values } = this.#setting;
    const { parameters = [], requestBody } = operation.call;
    const path = operation.path.replace(/\{(\w+)\}/g, () =>
      encodeURIComponent(this.#id(operation.path, caller, other).toWellFormed()),
    );
    const query = new URLSearchParams();
    for (const { name, in: place, required, schema } of parameters) {
      if (place !== 'query' || !(required || random.below(2))) continue;
      query.append(name, String(random.below(4) ? values.valid(schema) : values.nasty()));
    }
    const schema = requestBody?.content['application/json']?.schema;
    const valid = schema && values.valid(schema);
    const body = schema && JSON.stringify(random.below(2) ? valid : values.spoilt(valid));
    const isBroken = body !== undefined && random.below(20) === 0;
    return {
      ...{ method: operation.method, path, query: query.size > 0 ? `?${query}` : '' },
      headers: await this.#headers(operation, caller),
      body: isBroken ? body.slice(0, -1) : body,
    };
  }

  /** Mostly one of the caller's things, else one of the other account's, or nonsense. */
  #id(path: string, caller: Account, other: Account): string {
    const { random, values } = this.#setting;
    const kind = Object.keys(caller.ids).find((name) => path.includes(name)) ?? 'transcription';
    const chance = random.below(10);
    if (chance < 6) return random.pick(caller.ids[kind]!);
    if (chance < 8) return random.pick(other.ids[kind]!);
    return String(values.nasty()).slice(0, 200) || 'x';
  }

  async #headers({ call }: Operation, caller: Account): Promise<Record<string, string>> {
    const { random } = this.#setting;
    const token = random.below(12) === 0 ? null : await this.#token(caller);
    return {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(call.requestBody && { 'Content-Type': random.below(30) ? 'application/json' : 'text/plain' }),
      ...(random.below(4) === 0 && { 'Idempotency-Key': `chave-${random.below(200)}` }),
      ...(random.below(2) === 0 && { 'If-Match': random.pick(['*', '"v1"', '"v2"', 'x']) }),
      ...(random.below(8) === 0 && { 'If-None-Match': random.pick(['*', '"v1"']) }),
      'Accept-Language': random.pick(['pt', 'en', 'xx', '*']),
    };
  }

  /** Mostly with all scopes, else with one, or expired. */
  async #token({ person, mark }: Account): Promise<string> {
    const { celeste, random } = this.#setting;
    const kind = random.pick([...Array<string>(12).fill('all'), ...TOKEN_SCOPES, 'expired']);
    const known = this.#tokens.get(mark + kind);
    if (known && known.left > 0) {
      known.left -= 1;
      return known.text;
    }
    const scopes = TOKEN_SCOPES.filter((scope) => kind === scope);
    const granted = scopes.length > 0 ? scopes : TOKEN_SCOPES;
    const expiresInMs = kind === 'expired' ? -1000 : undefined;
    const text = await persist(() => addToken(celeste, person, granted, expiresInMs));
    this.#tokens.set(mark + kind, { text, left: CALLS_PER_TOKEN });
    return text;
  }
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text === '') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
