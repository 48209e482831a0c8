import type { RunningCeleste } from '@/tests/support/celeste';
import { change } from '../platform/data-dir';

/** Inserts a link to a calendar that does not answer. @returns the account */
export async function withLink<U extends { email: string }>(celeste: RunningCeleste, user: U): Promise<U> {
  const now = new Date().toISOString().replace('T', ' ').replace('Z', ' +00:00');
  await change(
    celeste,
    `INSERT INTO calendar_links (user_id, sealed_tokens, name, sends_to_all, created_at, updated_at)
     SELECT id, 'x', 'ana', 0, '${now}', '${now}' FROM users WHERE email = '${user.email}'`,
  );
  return user;
}
