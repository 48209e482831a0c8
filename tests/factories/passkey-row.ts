import { randomUUID } from 'node:crypto';
import { change } from '@/tests/http/platform/data-dir';
import type { RunningCeleste } from '@/tests/support/celeste';

/** Stores a passkey that no device holds. Returns its public id. */
export async function addPasskeyRow(celeste: RunningCeleste, email: string): Promise<string> {
  const publicId = randomUUID().replaceAll('-', '').slice(0, 22);
  await change(
    celeste,
    `INSERT INTO passkeys (public_id, user_id, credential_hash, credential_id, public_key, counter, name, created_at, updated_at)
     SELECT '${publicId}', id, '${publicId}', 'AA', 'AA', 0, 'Celular', created_at, updated_at
     FROM users WHERE email = '${email}'`,
  );
  return publicId;
}
