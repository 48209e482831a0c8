import { randomUUID } from 'node:crypto';
import type { RunningCeleste } from './celeste';
import { fetchFrom } from './fetch-from';

/** Answer to one request; redirects are not followed. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  /** Where a redirect leads, as a path. */
  location: string | null;
}

/** A file of a form. */
export interface SentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | Blob;
}

/** Somebody at a browser without scripts: keeps cookies, reads pages and posts their forms. */
export class Person {
  readonly base: string;
  /** What the browser says of where its pages come from; another than `base` behind a proxy. */
  readonly origin: string;
  readonly #from: string | undefined;
  readonly #cookies = new Map<string, string>();

  /** @param options.from the loopback address that the requests come from, such as 127.0.0.7 */
  constructor(base: string, { from, origin = base }: { from?: string; origin?: string } = {}) {
    this.base = base;
    this.origin = origin;
    this.#from = from;
  }

  async request(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set('Cookie', this.cookieHeader());
    const response = await this.#fetch(this.base + path, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const location = response.headers.get('Location');
    return { status: response.status, headers: response.headers, body: await response.text(), location };
  }

  /** For requests made in another way. */
  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(path: string): Promise<Answer> {
    return this.request(path);
  }

  /** Posts fields as a page of Celeste would; a fresh submissionId is added unless one is given. */
  post(
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = new URLSearchParams({ submissionId: randomUUID(), ...fields });
    return this.request(path, { method: 'POST', body, headers: { Origin: this.origin, ...headers } });
  }

  /** Begins an upload in pieces as the upload card does, of 100 bytes unless told otherwise. */
  beginUpload(file: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request('/uploads', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: this.origin, ...headers },
      body: JSON.stringify({ fileName: 'fala.wav', sizeBytes: 100, fingerprint: randomUUID(), ...file }),
    });
  }

  /** Posts the upload form: text fields, then the file, or several. */
  upload(files: SentFile | SentFile[], fields: Record<string, string> = {}): Promise<Answer> {
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
 * A new account, made through the pages and the mailed code, and its person, signed in.
 * @param options.isWelcomed whether the questionnaire for new people is done, so that nothing asks for it
 * @param options.from as of a Person
 * @param options.origin as of a Person
 */
export async function signUp(
  celeste: Pick<RunningCeleste, 'address' | 'mailTo'>,
  name = 'Ana Souza',
  { isWelcomed = true, from, origin }: { isWelcomed?: boolean; from?: string; origin?: string } = {},
): Promise<Person & { email: string }> {
  const person = new Person(celeste.address, { from, origin });
  const email = `${randomUUID()}@example.com`;
  await person.post('/signup', { name, email, terms: 'on' });
  const { code } = await celeste.mailTo(email);
  await person.post('/login/code', { intent: 'verify', code });
  if (isWelcomed) await answerQuestionnaire(person);
  return Object.assign(person, { email });
}

/** Answers the questionnaire for new people to its end. */
async function answerQuestionnaire(person: Person): Promise<void> {
  const answers = { userType: 'personal', sector: 'Saúde', frequency: 'Diariamente', goal: 'entrevistas' };
  for (const [question, answer] of Object.entries(answers)) {
    await person.post(`/onboarding?step=${question}`, { intent: 'next', [question]: answer });
  }
  await person.post('/onboarding?step=end');
}
