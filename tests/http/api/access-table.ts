import { expect, it } from 'vitest';
import type { TokenScope } from '@/app/domain/api/scopes';
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
}

interface Setting {
  celeste: RunningCeleste;
  owner: { email: string };
  /** What `{id}` stands for. */
  id?: string;
}

/**
 * Tests which bodies and queries are refused, with a token of the call's scope alone. Who is refused, and what every
 * body has in common, is tested of all calls at once in every-call.test.ts.
 */
export function testRefusals(rows: CallRow[], settingOf: () => Setting): void {
  const refusing = rows.filter(({ wrong, wrongQueries }) => wrong || wrongQueries);

  it.each(refusing)('$method $path refuses what it must', async (row) => {
    const { celeste, owner, id = '' } = settingOf();
    const { method, scope, body, wrong = [], wrongQueries = [] } = row;
    const path = row.path.replace('{id}', id);
    const api = new ApiClient(celeste.address, await addToken(celeste, owner, [scope]));
    const call = async (sent: unknown, to = path) => (await api.call(method, to, sent)).status;
    for (const sent of wrong) expect(await call(sent), JSON.stringify(sent)).toBe(400);
    for (const query of wrongQueries) expect(await call(body, `${path}?${query}`), query).toBe(400);
  });
}
