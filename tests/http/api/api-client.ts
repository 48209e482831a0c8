import { expect } from 'vitest';
import { describedApi, mistakeOf } from '@/tests/support/described-api';

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON; the text of any other type. */
  body: unknown;
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
    const answer = { status: response.status, type, parsed };
    const exchange = { method, path: path.split('?')[0]!.replace(/\/$/, ''), sent: body, ...answer };
    expect(mistakeOf(await describedApi(this.#address), exchange)).toBeNull();
    return { status: response.status, headers: response.headers, body: parsed };
  }
}
