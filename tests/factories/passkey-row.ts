import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { change, rows } from '@/tests/http/platform/data-dir';
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

export const KNOWN_RECOVERY_CODE = '7K3M-9QTA-0ZXC-41VE';

/** Gives the account the code KNOWN_RECOVERY_CODE, hashed with the key of the installation. */
export async function addRecoveryCodeRow(celeste: RunningCeleste, email: string): Promise<void> {
  const [user] = await rows(celeste, `SELECT id FROM users WHERE email = '${email}'`);
  const secret = await readFile(path.join(celeste.dataDir, 'session-secret'), 'utf8');
  const hash = createHmac('sha256', secret)
    .update(`recovery-code\0${user!.id}:${KNOWN_RECOVERY_CODE}`)
    .digest('hex');
  await change(
    celeste,
    `INSERT INTO recovery_codes (user_id, code_hash, created_at, updated_at)
     SELECT id, '${hash}', created_at, updated_at FROM users WHERE email = '${email}'`,
  );
}
