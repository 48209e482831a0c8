import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { newAccount } from '@/tests/support/identity-providers';
import { startOpenIdProvider } from '@/tests/support/openid-provider';
import type { Fault, IdentityProvider, OAuthClient } from '@/tests/support/openid-server';
import { signUp, TestUser } from '@/tests/support/test-user';
import { logOf, rows } from '../platform/data-dir';
import { mainOf, textOf } from '../platform/page';

const NAME = 'Nossa Conta';
const failed = `Não foi possível entrar com o ${NAME}.`;

let celeste: RunningCeleste;
let provider: IdentityProvider;
let site: OAuthClient;

beforeAll(async () => {
  const port = await freePort();
  site = {
    id: 'celeste',
    secret: 'the secret: with signs & more',
    redirectUri: `http://127.0.0.1:${port}/auth/oidc/callback`,
  };
  provider = await startOpenIdProvider([
    site,
    { id: 'other', secret: 'other', redirectUri: 'https://other.example/' },
  ]);
  celeste = await startCeleste({
    command: 'web',
    env: {
      PORT: String(port),
      AUTH_OIDC_ISSUER: provider.address,
      AUTH_OIDC_ID: site.id,
      AUTH_OIDC_SECRET: site.secret,
      AUTH_OIDC_NAME: NAME,
    },
  });
});

afterAll(async () => {
  await celeste.stop();
  await provider.stop();
});

describe('signing in with an OpenID Connect provider', () => {
  beforeEach(() => {
    provider.account = newAccount();
  });

  afterEach(() => {
    provider.faults = {};
    provider.idToken = {};
  });

  const somebody = () => new TestUser(celeste.address);
  const isSignedIn = async (person: TestUser) => (await person.get('/transcriptions')).status === 200;

  async function agree(person: TestUser, button: 'agree' | 'cancel' = 'agree'): Promise<string> {
    const started = await person.post('/auth/oidc?returnTo=%2Fdocuments');
    const callback = await provider.answerConsent(started.location!, button);
    return callback.replace(celeste.address, '');
  }

  async function expectTurnedAway(person: TestUser, callback: string, message: string) {
    const answer = await person.get(callback);
    expect([answer.status, answer.location?.split('?')[0]]).toEqual([303, '/login']);
    expect(textOf(mainOf((await person.get(answer.location!)).body))).toContain(message);
    expect(await isSignedIn(person)).toBe(false);
    expect(await rows(celeste, `SELECT id FROM users WHERE email = '${provider.account.email}'`)).toEqual([]);
  }

  it.each(['/login', '/signup'])('is offered on %s by its name', async (page) => {
    const { body, headers } = await somebody().get(page);
    expect(body).toContain('<form method="post" action="/auth/oidc"');
    expect(textOf(body)).toContain(`Continuar com o ${NAME}`);
    expect(headers.get('Content-Security-Policy')).toContain(provider.address);
  });

  it('asks with PKCE, state and nonce, and comes back to the page asked for', async () => {
    const person = somebody();
    const started = await person.post('/auth/oidc');
    const asked = new URL(started.location!);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: site.id,
      code_challenge_method: 'S256',
      redirect_uri: site.redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const answer = await person.get(await agree(person));
    expect(answer.location).toBe('/documents');
    expect(await isSignedIn(person)).toBe(true);
    const { email } = provider.account;
    expect(await rows(celeste, `SELECT name FROM users WHERE email = '${email}'`)).toEqual([
      { name: 'Ana Souza' },
    ]);
  });

  it('finds the account of a verified address, and later the same by the subject', async () => {
    const ana = await signUp(celeste);
    provider.account = { ...newAccount(), email: ana.email };
    const count = () => rows(celeste, 'SELECT COUNT(*) AS users FROM users');
    const before = await count();
    const person = somebody();
    await person.get(await agree(person));
    provider.account = { ...provider.account, email: `${randomUUID()}@example.com` };
    const later = somebody();
    await later.get(await agree(later));
    expect(await isSignedIn(later)).toBe(true);
    expect(await count()).toEqual(before);
  });

  it.each([[false], [undefined], ['false']])('takes no address with email_verified %s', async (verified) => {
    provider.account = { ...newAccount(), email_verified: verified as boolean };
    const person = somebody();
    await expectTurnedAway(person, await agree(person), `O ${NAME} não confirmou que este e-mail é seu.`);
  });

  it.each([
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://other.example' }],
    ['another person', { sub: 'somebody else' }],
    ['an end in the past', { exp: 1 }],
  ])('rejects an ID token with %s', async (_what, claims) => {
    provider.idToken = claims;
    const person = somebody();
    await expectTurnedAway(person, await agree(person), failed);
  });

  it('rejects a callback with another state, of another browser, and a second time', async () => {
    const person = somebody();
    const callback = await agree(person);
    await expectTurnedAway(somebody(), callback, failed);
    await expectTurnedAway(person, callback.replace(/state=[^&]+/, 'state=other'), failed);
    const other = somebody();
    const taken = new URL(await agree(other), celeste.address).searchParams.get('code')!;
    await expectTurnedAway(person, (await agree(person)).replace(/code=[^&]+/, `code=${taken}`), failed);
  });

  it.each<[string, IdentityProvider['faults']]>(
    (['error', 'garbage', 'emptiness'] as Fault[]).flatMap(
      (fault): [string, IdentityProvider['faults']][] => [
        [`${fault} for the token`, { token: fault }],
        [`${fault} for the person`, { userInfo: fault }],
      ],
    ),
  )('reports %s without its reason', async (_what, faults) => {
    const person = somebody();
    const callback = await agree(person);
    provider.faults = faults;
    await expectTurnedAway(person, callback, failed);
  });

  it('reports that the user declined', async () => {
    const person = somebody();
    const callback = await agree(person, 'cancel');
    await expectTurnedAway(person, callback, `O acesso com o ${NAME} foi cancelado.`);
  });

  it('logs neither code, secret nor person', async () => {
    provider.idToken = { aud: 'other' };
    const person = somebody();
    const callback = await agree(person);
    await person.get(callback);
    const log = await logOf(celeste);
    const code = new URL(callback, celeste.address).searchParams.get('code')!;
    for (const secret of [code, site.secret, provider.account.email!]) expect(log).not.toContain(secret);
    expect(log).toContain('an identity provider did not identify the user');
  });
});

describe('a provider that does not answer', () => {
  it('leaves the login page, and says so when it is chosen', async () => {
    const lost = await startCeleste({
      command: 'web',
      env: {
        AUTH_OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
        AUTH_OIDC_ID: 'celeste',
        AUTH_OIDC_SECRET: 'secret',
      },
    });
    const person = new TestUser(lost.address);
    expect((await person.get('/login')).status).toBe(200);
    const started = await person.post('/auth/oidc').finally(() => lost.stop());
    expect([started.status, started.location]).toEqual([303, '/login']);
  });
});
