import { Op, type Transaction, UniqueConstraintError } from 'sequelize';
import type { AppErrorCode } from '@/app/domain/errors';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { KnownDevice } from '@/models/known-device.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { enqueueCustomerUpdate } from '../billing/payments/update-customer.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { consumeOwnChallenge, type OwnCodeForm } from './confirm-code.server';

/** Comes first: access to an open browser must not suffice to take the account over. */
export async function verifyCurrentEmail(form: OwnCodeForm & { newEmail: string }): Promise<void> {
  const sender = `session:${form.sessionId} ${form.newEmail}`;
  await consumeOwnChallenge(form, 'prove-email', async () => ({}), sender);
}

/**
 * To the address whose code was entered. Ends all other sessions, deletes other login challenges and tells
 * the old address.
 * @throws AppError 'account.email-taken', and those of consumeChallenge
 */
export async function changeEmail(form: OwnCodeForm): Promise<void> {
  const { userId, sessionId } = form;
  await consumeOwnChallenge(form, 'change-email', async (challenge, transaction) => {
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    const { email: to, name } = user;
    const announcement = { to, name, language: toInterfaceLanguage(challenge.language) };
    const refusal = await setEmail(user, challenge.email, transaction);
    if (refusal) return { error: refusal };
    await Session.destroy({ where: { userId, id: { [Op.ne]: sessionId } }, transaction });
    await KnownDevice.destroy({ where: { userId, sessionId: { [Op.ne]: sessionId } }, transaction });
    await LoginChallenge.destroy({ where: { userId, id: { [Op.ne]: challenge.id } }, transaction });
    await enqueueCustomerUpdate(user, transaction);
    await enqueue('announce-email-change', announcement, { userId, transaction });
    return {};
  });
}

async function setEmail(user: User, email: string, transaction: Transaction): Promise<AppErrorCode | null> {
  try {
    await user.update({ email }, { transaction });
    return null;
  } catch (error) {
    if (error instanceof UniqueConstraintError) return 'account.email-taken';
    throw error;
  }
}
