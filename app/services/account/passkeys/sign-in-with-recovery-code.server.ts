import { DUPLICATE_POST_WINDOW_MS } from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { type Browser, sessionTokenFor } from '../browser.server';
import { findSessionByToken, type StartedSession, startSession } from '../start-session.server';
import { limitRecoveryTries } from './limit-recovery-tries.server';
import { spendRecoveryCode } from './recovery-codes.server';

/** No row has it, so that an unknown address costs the same queries. */
const NOBODY = 0;

/**
 * Starts a session in place of a passkey that is lost, where no mail arrives either. The code works once; the same
 * form from the same browser finds the session already started.
 * @throws AppError 'account.recovery-invalid', alike for addresses without an account;
 *   'account.recovery-too-many-tries' (params: seconds)
 */
export async function signInWithRecoveryCode(
  { email, code, submissionId }: { email: string; code: string; submissionId: string },
  browser: Browser,
): Promise<StartedSession> {
  await limitRecoveryTries(email, browser.address);
  const token = sessionTokenFor(`recovery:${email}:${code}`, browser);
  const life = { forMs: DUPLICATE_POST_WINDOW_MS, refusal: invalid };
  const isStarted = await withIdempotencyKey(
    `recovery:${token}`,
    submissionId,
    async (transaction) => {
      const user = await User.findOne({ where: { email, deletedAt: null }, transaction });
      const userId = user?.id ?? NOBODY;
      if (!(await spendRecoveryCode(userId, code, transaction))) return false;
      await startSession({ userId, token }, 'recovery', browser, transaction);
      return true;
    },
    life,
  );
  const session = isStarted ? await findSessionByToken(token) : null;
  if (!session) throw invalid();
  return session;
}

const invalid = () => new AppError('account.recovery-invalid');
