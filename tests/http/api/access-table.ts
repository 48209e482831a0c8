import { expect, it } from 'vitest';
import { TOKEN_SCOPES, type TokenScope } from '@/app/domain/api/scopes';
import type { RunningCeleste } from '@/tests/support/celeste';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

/** How a call is made right and wrong; `{id}` in its path stands for the id of something the owner has. */
export interface CallRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  scope: TokenScope;
  /** A right body; absent for a call without one. */
  body?: unknown;
  /** Bodies that are refused with 400. */
  wrong?: unknown[];
  /** Queries that are refused with 400. */
  wrongQueries?: string[];
  /** Of a body that is refused with 413. */
  hugeBytes?: number;
}

interface Setting {
  celeste: RunningCeleste;
  owner: { email: string };
  stranger: { email: string };
  /** What `{id}` stands for. */
  id?: string;
}

const NO_SUCH_ID = 'AAAAAAAAAAAAAAAAAAAAAA';

/**
 * Tests who is refused, and what: a missing, an expired and another account's token, one without the scope, a wrong body,
 * an unknown id.
 */
export function testRefusals(rows: CallRow[], settingOf: () => Setting): void {
  it.each(rows)('$method $path refuses whom and what it must', async (row) => {
    const { celeste, owner, stranger, id = '' } = settingOf();
    const { method, scope, body, wrong = [], wrongQueries = [], hugeBytes = 100_000 } = row;
    const path = row.path.replace('{id}', id);
    const call = async (token: string | null, sent = body, to = path) =>
      (await new ApiClient(celeste.address, token).call(method, to, sent)).status;
    const token = (scopes: readonly TokenScope[], expiresInMs?: number) =>
      addToken(celeste, owner, scopes, expiresInMs);

    expect(await call(null), 'without a token').toBe(401);
    expect(await call(await token(TOKEN_SCOPES, -1000)), 'with an expired token').toBe(401);
    const others = TOKEN_SCOPES.filter((other) => other !== scope);
    expect(await call(await token(others)), 'without the scope').toBe(403);
    const right = await token([scope]);
    for (const sent of wrong) expect(await call(right, sent), JSON.stringify(sent)).toBe(400);
    for (const query of wrongQueries) expect(await call(right, body, `${path}?${query}`), query).toBe(400);
    if (body !== undefined) {
      expect(await call(right, '{"a":'), 'broken JSON').toBe(400);
      expect(await call(right, '[1]'), 'another kind of JSON').toBe(400);
      expect(await call(right, { filler: 'x'.repeat(hugeBytes) }), 'a huge body').toBe(413);
    }
    if (row.path.includes('{id}')) {
      expect(await call(await addToken(celeste, stranger, [scope])), "with a stranger's token").toBe(404);
      for (const unknown of [NO_SUCH_ID, 'x', '..%2F..', "'--"]) {
        const to = row.path.replace('{id}', unknown);
        expect(await call(right, body, to), unknown).toBe(404);
      }
    }
  });
}
