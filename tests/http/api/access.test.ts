import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { change } from '../platform/data-dir';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };

beforeAll(async () => {
  celeste = await sharedCeleste();
  ana = await signUp(celeste);
});

const client = (token: string | null = null) => new ApiClient(celeste.address, token);

describe('a bearer token', () => {
  it('opens the account that made it', async () => {
    const answer = await client(await addToken(celeste, ana, ['read'])).get('/wallet/balance');
    expect(answer).toMatchObject({ status: 200, body: { funds: 30 * 60_000, subscription_funds: 0 } });
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  });

  it('is asked for', async () => {
    const answer = await client().get('/wallet/balance');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(answer.body).toEqual({
      message: 'Token de autenticação inexistente.',
      code: 'api.token-required',
      errors: {},
    });
  });

  it('is not replaced by the cookies of a browser', async () => {
    const answer = await client().get('/wallet/balance', { Cookie: ana.cookieHeader() });
    expect(answer.status).toBe(401);
  });

  it('is refused when it is unknown, mistyped, expired or revoked', async () => {
    const token = await addToken(celeste, ana);
    const expired = await addToken(celeste, ana, ['read'], -1000);
    const mistyped = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    for (const wrong of ['cel_', mistyped, expired, 'eyJhbGciOiJub25lIn0.e30.', 'x'.repeat(4000)]) {
      expect((await client(wrong).get('/wallet/balance')).body).toMatchObject({ code: 'api.token-invalid' });
    }
    expect((await client(token).get('/wallet/balance')).status).toBe(200);
    await change(celeste, `DELETE FROM api_tokens WHERE ending = '${token.slice(-4)}'`);
    expect((await client(token).get('/wallet/balance')).status).toBe(401);
  });

  it('needs the scope of the call', async () => {
    const answer = await client(await addToken(celeste, ana, ['write'])).get('/wallet/balance');
    expect(answer).toMatchObject({ status: 403, body: { code: 'api.scope-missing' } });
  });
});

describe('an address', () => {
  it('that does not exist answers 404, and another method 405', async () => {
    expect((await client().get('/no/such')).body).toMatchObject({ code: 'api.unknown-path' });
    const answer = await client().delete('/wallet/balance');
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET']);
  });

  it("is taken as it is written, and no part of it is the framework's", async () => {
    for (const path of [
      '/wallet/balance.data',
      '/v1/wallet.data',
      '/_root.data',
      '/v1/tags/../wallet.data',
    ]) {
      expect(await client().get(path)).toMatchObject({ status: 404, body: { code: 'api.unknown-path' } });
    }
  });

  it('shows neither maintenance nor an outage that is none', async () => {
    for (const path of ['/maintenance', '/outage', '/refused']) {
      expect((await client().get(path)).status).toBe(404);
    }
  });

  it('speaks the language that is asked for', async () => {
    const answer = await client().get('/wallet/balance', { 'Accept-Language': 'en-GB,en;q=0.8' });
    expect(answer.body).toMatchObject({ message: 'The authentication token is missing.' });
    expect(answer.headers.get('Content-Language')).toBe('en');
  });
});

describe('a page of another origin', () => {
  it('may call only when the settings name it', async () => {
    const origin = 'https://app.example.org';
    const open = await startCeleste({ command: 'web', env: { API_ORIGINS: `${origin}, https://b.example` } });
    try {
      const preflight = (address: string, from: string) =>
        fetch(`${address}/api/wallet/balance`, {
          method: 'OPTIONS',
          headers: { Origin: from, 'Access-Control-Request-Method': 'GET' },
        });
      const allowed = (response: Response) => response.headers.get('Access-Control-Allow-Origin');
      expect(allowed(await preflight(open.address, origin))).toBe(origin);
      expect(allowed(await preflight(open.address, 'https://evil.example'))).toBeNull();
      expect(allowed(await preflight(celeste.address, origin))).toBeNull();
      const call = await fetch(`${open.address}/api/wallet/balance`, { headers: { Origin: origin } });
      expect([allowed(call), call.headers.get('Access-Control-Allow-Credentials')]).toEqual([origin, null]);
    } finally {
      await open.stop();
    }
  });
});
