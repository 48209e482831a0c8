import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { type Answer, Person, signUp } from '../support/person';
import { change, everythingKept } from './data-dir';
import { textOf } from './page';
import { silence } from './recordings';

type Headers = Record<string, string>;

/** A form as one of our pages would post it, but with the headers given. */
interface Form {
  post(headers: Headers): Promise<Answer>;
}

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
});

afterAll(() => celeste.stop());

const form = (by: Person, address: string, fields: Record<string, string> = {}): Form => ({
  post: (headers) => {
    const body = new URLSearchParams({ submissionId: crypto.randomUUID(), ...fields });
    return by.request(address, { method: 'POST', body, headers });
  },
});

async function uploadForm(): Promise<Form> {
  const by = await signUp(celeste);
  return {
    post: (headers) => {
      const body = new FormData();
      body.append('submissionId', crypto.randomUUID());
      body.append('file', new Blob([silence(1)]), 'fala.wav');
      return by.request('/transcriptions', { method: 'POST', body, headers });
    },
  };
}

/** Somebody with a code that was mailed more than a minute ago. */
async function withCode() {
  const by = new Person(celeste.address);
  const email = `${crypto.randomUUID()}@example.com`;
  await by.post('/signup', { name: 'Ana', email, terms: 'on' });
  await change(celeste, `UPDATE login_challenges SET created_at = '2020-01-01 00:00:00.000 +00:00'`);
  return { by, ...(await celeste.mailTo(email)) };
}

/** For each module with an action, its forms, each of which does something when it is ours. */
const FORMS: Record<string, Record<string, () => Promise<Form>>> = {
  '_public.login.tsx': {
    'asking for a code': async () =>
      form(new Person(celeste.address), '/login', { email: 'ana@example.com' }),
  },
  '_public.signup.tsx': {
    'signing up': async () =>
      form(new Person(celeste.address), '/signup', { name: 'Rui', email: 'rui@example.com', terms: 'on' }),
  },
  '_public.login_.code.tsx': {
    'the right code': async () => {
      const { by, code } = await withCode();
      return form(by, '/login/code', { intent: 'verify', code });
    },
    'another code': async () => form((await withCode()).by, '/login/code', { intent: 'resend' }),
  },
  '_public.validation.$validationCode.$crypto.tsx': {
    'the mailed link': async () => form(new Person(celeste.address), (await withCode()).linkPath),
  },
  '_app.transcriptions.tsx': {
    'an upload': uploadForm,
    'the sample': async () => form(await signUp(celeste), '/transcriptions', { intent: 'sample' }),
  },
  'logout.ts': { 'logging out': async () => form(await signUp(celeste), '/logout') },
  'language.ts': {
    'another language': async () => form(new Person(celeste.address), '/language', { lang: 'en' }),
  },
};

const ROUTES = path.resolve(import.meta.dirname, '../../app/routes');
const EXPORTS_ACTION = /export\s+((const|let|var|(async\s+)?function)\s+action\b|\{[^}]*\baction\b[^}]*\})/;

it('the forms of every action are tried here', () => {
  const modules = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' });
  const withAction = modules.filter(
    (module) =>
      /\.tsx?$/.test(module) && EXPORTS_ACTION.test(readFileSync(path.join(ROUTES, module), 'utf8')),
  );
  expect(Object.keys(FORMS).sort()).toEqual(withAction.sort());
});

describe.each(Object.entries(FORMS))('%s', (_module, forms) => {
  it.each(Object.entries(forms))('takes %s from our own pages only', async (_name, make) => {
    const { post } = await make();
    const address = new URL(celeste.address);
    const before = await everythingKept(celeste);
    const foreign: Headers[] = [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `https://${address.host}` },
      { Origin: `http://${address.hostname}` },
      { Origin: `${celeste.address}.evil.example` },
      { Origin: 'https://evil.example', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      { Referer: `${celeste.address}/login` },
    ];
    for (const headers of foreign) {
      const answer = await post(headers);
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect(answer.headers.getSetCookie().join()).not.toMatch(/(session|challenge|lang)=/);
    }
    expect(await everythingKept(celeste)).toEqual(before);

    const ours = await post({ Origin: celeste.address });
    expect(ours.status).toBe(303);
    expect(ours.headers.getSetCookie()).not.toEqual([]);
  });
});

it('a refused form says why, on its own page', async () => {
  const { post } = await FORMS['_public.login.tsx']!['asking for a code']!();
  const answer = await post({ Origin: 'https://evil.example' });
  expect(textOf(answer.body)).toContain('Este pedido veio de outro site, por isso nada foi feito.');
});

it.each([
  ['PUT', '/transcriptions'],
  ['PATCH', '/transcriptions'],
  ['DELETE', '/transcriptions'],
  ['POST', '/transcriptions.data'],
  ['POST', '/transcriptions?_data=routes%2F_app.transcriptions'],
])('%s %s is checked as a form is', async (method, address) => {
  const person = await signUp(celeste);
  const send = (origin: string) => {
    const body = new URLSearchParams({ submissionId: crypto.randomUUID(), intent: 'sample' });
    return person.request(address, { method, body, headers: { Origin: origin } });
  };
  const before = await everythingKept(celeste);
  await send('https://evil.example');
  expect(await everythingKept(celeste)).toEqual(before);
  await send(celeste.address);
  expect(await everythingKept(celeste)).not.toEqual(before);
});
