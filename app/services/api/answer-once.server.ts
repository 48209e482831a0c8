import { setTimeout as wait } from 'node:timers/promises';
import { UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { AppError } from '@/app/domain/errors';
import { ApiAnswer } from '@/models/api-answer.server';

/** An answer as it is stored and given again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export interface KeyedCall {
  userId: number;
  /** The header Idempotency-Key. */
  key: string;
  /** Method, path and body. */
  content: string;
}

/** How long a call may take before another process carries it out in its place. */
const LEASE_MS = 60_000;
/** How long a repeated call waits for the answer of the first. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * Carries a call out once for its idempotency key: a repeated one, even at the same moment, gets the answer of the first.
 * Nothing is stored when `work` throws, and the call may be sent again. `work` may run a second time after a crash, so
 * that its services must take the key too.
 * @throws AppError 'api.key-reused' for a key that named another call, 'api.key-in-use' while the first call lasts
 */
export async function answerOnce(call: KeyedCall, work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const keyHash = keyedHash('api-answer', `${call.userId}:${call.key}`);
  const fingerprint = keyedHash('api-call', call.content);
  const giveUpAt = Date.now() + WAIT_MS;
  for (;;) {
    const claimed = await claim(keyHash, fingerprint);
    if ('status' in claimed) return claimed;
    if ('leaseUntil' in claimed) return carryOut(keyHash, claimed.leaseUntil, work);
    if (Date.now() > giveUpAt) throw new AppError('api.key-in-use', { seconds: 1 });
    await wait(LOOK_EVERY_MS);
  }
}

/** The stored answer, the lease of this call, or nothing while another one is carried out. */
type Claim = StoredAnswer | { leaseUntil: Date } | Record<never, never>;

async function claim(keyHash: string, fingerprint: string): Promise<Claim> {
  const leaseUntil = new Date(Date.now() + LEASE_MS);
  const row = await ApiAnswer.findOne({ where: { keyHash } });
  if (!row) return (await insert({ keyHash, fingerprint, leaseUntil })) ? { leaseUntil } : {};
  if (row.fingerprint !== fingerprint) throw new AppError('api.key-reused');
  if (row.status !== null)
    return { status: row.status, headers: JSON.parse(row.headers ?? '{}'), body: row.body };
  if (row.leaseUntil.getTime() > Date.now()) return {};
  const [taken] = await ApiAnswer.update(
    { leaseUntil },
    { where: { keyHash, leaseUntil: row.leaseUntil, status: null } },
  );
  return taken > 0 ? { leaseUntil } : {};
}

async function insert(row: Pick<ApiAnswer, 'keyHash' | 'fingerprint' | 'leaseUntil'>): Promise<boolean> {
  try {
    await ApiAnswer.create(row);
    return true;
  } catch (error) {
    if (error instanceof UniqueConstraintError) return false;
    throw error;
  }
}

async function carryOut(
  keyHash: string,
  leaseUntil: Date,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const own = { keyHash, leaseUntil };
  try {
    const answer = await work();
    const stored = { status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body };
    await ApiAnswer.update(stored, { where: own });
    return answer;
  } catch (error) {
    await ApiAnswer.destroy({ where: { ...own, status: null } });
    throw error;
  }
}
