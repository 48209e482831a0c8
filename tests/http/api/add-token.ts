import type { TokenScope } from '@/app/domain/api/scopes';
import { hashTokenText, newTokenText } from '@/app/services/api/token-text.server';
import type { RunningCeleste } from '@/tests/support/celeste';
import { change } from '../platform/data-dir';

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
