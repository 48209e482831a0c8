import { randomUUID } from 'node:crypto';
import { openDatabase } from '@/models/database.server';
import type { RunningCeleste } from './celeste';
import { fetchFrom } from './fetch-from';

/** Response to one request; redirects are not followed. */
export interface TestResponse {
  status: number;
  headers: Headers;
  body: string;
  /** Target path of a redirect. */
  location: string | null;
}

/** A file field of a form. */
export interface FormFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | Blob;
}

/**
 * HTTP client that acts as a browser without JavaScript: keeps cookies, reads pages and posts their forms.
 */
export class TestUser {
  readonly base: string;
  /** `Origin` header of the browser; differs from `base` behind a proxy. */
  readonly origin: string;
  readonly #from: string | undefined;
  readonly #cookies = new Map<string, string>();

  /** @param options.from source address of the requests on loopback, such as 127.0.0.7 */
  constructor(base: string, { from, origin = base }: { from?: string; origin?: string } = {}) {
    this.base = base;
    this.origin = origin;
    this.#from = from;
  }

  async request(path: string, init: RequestInit = {}): Promise<TestResponse> {
    const headers = new Headers(init.headers);
    headers.set('Cookie', this.cookieHeader());
    const response = await this.#fetch(this.base + path, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const location = response.headers.get('Location');
    return { status: response.status, headers: response.headers, body: await response.text(), location };
  }

  /** For requests made with another client. */
  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(path: string): Promise<TestResponse> {
    return this.request(path);
  }

  /** Posts fields as a page of Celeste would; adds a fresh submissionId unless one is given. */
  post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const body = new URLSearchParams({ submissionId: randomUUID(), ...fields });
    return this.request(path, { method: 'POST', body, headers: { Origin: this.origin, ...headers } });
  }

  /** Starts a resumable upload as the upload card does, of 100 bytes by default. */
  beginUpload(file: object, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.request('/uploads', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.origin, ...headers },
      body: JSON.stringify({
        fileName: 'fala.wav',
        sizeBytes: 100,
        fingerprint: randomUUID(),
        language: 'pt',
        ...file,
      }),
    });
  }

  /** Posts the upload form: text fields, then one or more files. */
  upload(files: FormFile | FormFile[], fields: Record<string, string> = {}): Promise<TestResponse> {
    const body = new FormData();
    for (const [name, value] of Object.entries({ submissionId: randomUUID(), language: 'pt', ...fields })) {
      body.append(name, value);
    }
    for (const { name, bytes } of [files].flat()) body.append('file', new Blob([bytes]), name);
    return this.request('/transcriptions', { method: 'POST', body, headers: { Origin: this.origin } });
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    return this.#from ? fetchFrom(this.#from, url, init) : fetch(url, init);
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const [name = '', ...value] = pair.split('=');
    const ended = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (ended) this.#cookies.delete(name);
    else this.#cookies.set(name, value.join('='));
  }
}

/**
 * Signs up through the pages and the e-mailed code. @returns the signed-in client
 * @param options.isWelcomed whether the onboarding questionnaire is completed, in the database
 * @param options.from as in the constructor
 * @param options.origin as in the constructor
 */
export async function signUp(
  celeste: Pick<RunningCeleste, 'address' | 'mailTo'> & Partial<Pick<RunningCeleste, 'database'>>,
  name = 'Ana Souza',
  {
    isWelcomed = true,
    email = `${randomUUID()}@example.com`,
    ...client
  }: { isWelcomed?: boolean; email?: string; from?: string; origin?: string } = {},
): Promise<TestUser & { email: string }> {
  const person = new TestUser(celeste.address, client);
  await person.post('/signup', { name, email, terms: 'on' });
  const { code } = await celeste.mailTo(email);
  await person.post('/login/code', { intent: 'verify', code });
  if (isWelcomed) await completeQuestionnaire(celeste.database!, email);
  return Object.assign(person, { email });
}

/** In the database, since its five forms take twice as long as signing up. */
async function completeQuestionnaire(address: RunningCeleste['database'], email: string): Promise<void> {
  const answers = { userType: 'personal', sector: 'Saúde', frequency: 'Diariamente', goal: 'entrevistas' };
  const database = openDatabase(address);
  await database
    .query('UPDATE users SET onboarding_step = :step, onboarding_answers = :answers WHERE email = :email', {
      replacements: { step: '4', answers: JSON.stringify(answers), email },
    })
    .finally(() => database.close());
}
