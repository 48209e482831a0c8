import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { TokenScope } from '@/app/domain/api/scopes';
import { hashTokenText, newTokenText } from '@/app/services/api/token-text.server';
import type { RunningCeleste } from '@/tests/support/celeste';
import { change } from '../platform/data-dir';

/** The parts of an OpenAPI document that these checks read. */
interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, unknown> };
}

interface DescribedOperation {
  operationId: string;
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON; the text of any other type. */
  body: unknown;
}

const descriptions = new Map<string, Promise<Description>>();

function describedApi(address: string): Promise<Description> {
  const known = descriptions.get(address) ?? fetchDescription(address);
  descriptions.set(address, known);
  return known;
}

async function fetchDescription(address: string): Promise<Description> {
  return (await (await fetch(`${address}/api/openapi.json`)).json()) as Description;
}

/** Adds a personal token to the database. @returns its text */
export async function addToken(
  celeste: RunningCeleste,
  owner: { email: string },
  scopes: readonly TokenScope[] = ['read', 'write', 'billing'],
  expiresInMs?: number,
): Promise<string> {
  const text = newTokenText();
  const hash = hashTokenText(text);
  const at = (ms: number) => `'${new Date(ms).toISOString().replace('T', ' ').replace('Z', ' +00:00')}'`;
  const expiresAt = expiresInMs === undefined ? 'NULL' : at(Date.now() + expiresInMs);
  await change(
    celeste,
    `INSERT INTO api_tokens (public_id, user_id, name, token_hash, ending, scopes, expires_at, created_at, updated_at)
     SELECT '${hash.slice(0, 22)}', id, 'teste', '${hash}', '${text.slice(-4)}', '${scopes.join(' ')}', ${expiresAt},
       ${at(Date.now())}, ${at(Date.now())} FROM users WHERE email = '${owner.email}'`,
  );
  return text;
}

/** A program that calls the API, and checks each call and answer against its description. */
export class ApiClient {
  readonly #address: string;
  readonly #token: string | null;

  constructor(address: string, token: string | null = null) {
    this.#address = address;
    this.#token = token;
  }

  get = (path: string, headers: Record<string, string> = {}) => this.call('GET', path, undefined, headers);
  delete = (path: string) => this.call('DELETE', path);
  post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    this.call('POST', path, body, headers);
  put = (path: string, body: unknown = {}) => this.call('PUT', path, body);
  patch = (path: string, body: unknown = {}) => this.call('PATCH', path, body);

  /** @param path below /api, with its query */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const response = await fetch(`${this.#address}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = (response.headers.get('Content-Type') ?? '').split(';')[0]!;
    const parsed: unknown = /json$/.test(type) ? JSON.parse(text) : text;
    await expectDescribed(await describedApi(this.#address), {
      ...{
        method,
        path: path.split('?')[0]!.replace(/\/$/, ''),
        sent: body,
        status: response.status,
        type,
        parsed,
      },
    });
    return { status: response.status, headers: response.headers, body: parsed };
  }
}

interface Exchange {
  method: string;
  path: string;
  sent: unknown;
  status: number;
  type: string;
  parsed: unknown;
}

/** A body that was accepted must follow the description, and so must every answer. */
async function expectDescribed(description: Description, exchange: Exchange): Promise<void> {
  const { method, path, sent, status, type, parsed } = exchange;
  const operation = operationOf(description, method, path);
  // Unknown addresses and methods are not described.
  if (!operation) return void expect([404, 405, 429]).toContain(status);
  const call = `${method} ${path} ${status}`;
  const answer = operation.responses[status];
  expect(answer, `${call} is described`).toBeDefined();
  if (answer!.content) {
    expect(Object.keys(answer!.content), call).toContain(type);
    const { schema } = answer!.content[type]!;
    if (/json$/.test(type)) expectValid(description, schema, parsed, call);
  } else expect(parsed, call).toBe('');
  const body = operation.requestBody?.content['application/json'];
  if (status < 300 && body) expectValid(description, body.schema, sent ?? {}, `the body of ${call}`);
}

function operationOf({ paths }: Description, method: string, path: string): DescribedOperation | undefined {
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const found = Object.keys(paths)
    .filter(fits)
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .find((pattern) => paths[pattern]![method.toLowerCase()]);
  return found ? paths[found]![method.toLowerCase()] : undefined;
}

const validators = new WeakMap<object, ValidateFunction>();

function expectValid({ components }: Description, schema: object, value: unknown, what: string): void {
  const validate = validators.get(schema) ?? compile({ ...schema, components });
  validators.set(schema, validate);
  const isValid = validate(value);
  expect(isValid ? null : validate.errors, `${what} follows its description`).toBeNull();
}

function compile(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
