import { Op, type Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { INVITATION_LIFETIME_MS, invitationState, isOfDomain } from '@/app/domain/account/sign-up';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import type { JobPayload } from '@/app/domain/jobs';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { Invitation } from '@/models/invitation.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { sendMail } from '../platform/email/send-mail.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import type { JobRun } from '../platform/jobs/job';
import { pick } from '../platform/pick';
import { recordAudit } from './audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

const PAGE_SIZE = 20;

const addressOf = (publicId: string) => `${settings.publicUrl}/signup?invitation=${publicId}`;

/**
 * Mails an invitation, which takes the place of an earlier one of that address.
 * @returns the link of the mail
 * @throws AppError 'admin.invitations-off' unless accounts are created by invitation; 'account.signup-domain';
 *   'admin.invitation-has-account'
 */
export function invite(
  request: AdminRequest & { email: string; language: InterfaceLanguage },
): Promise<string> {
  const { adminId, email, language } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    if (settings.signUp !== 'invite') throw new AppError('admin.invitations-off');
    if (!isOfDomain(email, settings.signUpDomains)) throw new AppError('account.signup-domain');
    if ((await User.count({ where: { email }, transaction })) > 0) {
      throw new AppError('admin.invitation-has-account');
    }
    await endInvitations({ email }, transaction);
    const publicId = newPublicId();
    const expiresAt = new Date(Date.now() + INVITATION_LIFETIME_MS);
    const row = { publicId, email, invitedBy: adminId, expiresAt };
    const { id: invitationId } = await Invitation.create(row, { transaction });
    await enqueue('send-invitation', { invitationId, language }, { transaction });
    await recordAudit({ adminId, action: 'invited', details: { email } }, transaction);
    return addressOf(publicId);
  });
}

/** @throws AppError 'admin.invitation-over' when it is not open any more */
export function revokeInvitation(request: AdminRequest & { invitation: string }): Promise<void> {
  const { adminId, invitation: publicId } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    const found = await Invitation.findOne({ where: { publicId }, transaction });
    const ended = await endInvitations({ publicId }, transaction);
    if (!found || ended === 0) throw new AppError('admin.invitation-over');
    const details = { email: found.email };
    await recordAudit({ adminId, action: 'invitation-revoked', details }, transaction);
  });
}

async function endInvitations(
  which: { email: string } | { publicId: string },
  transaction: Transaction,
): Promise<number> {
  const now = new Date();
  const where = { ...which, usedAt: null, revokedAt: null, expiresAt: { [Op.gt]: now } };
  const [ended] = await Invitation.update({ revokedAt: now }, { where, transaction });
  return ended;
}

/** Newest first; `before` is the id of the last one of the previous page. */
export async function listInvitations(before?: number) {
  const found = await Invitation.findAll({
    where: before ? { id: { [Op.lt]: before } } : {},
    order: [['id', 'DESC']],
    limit: PAGE_SIZE + 1,
  });
  const now = new Date();
  const rows = found.slice(0, PAGE_SIZE).map((invitation) => ({
    ...pick(invitation, 'publicId', 'email', 'expiresAt'),
    state: invitationState(invitation, now),
  }));
  return { rows, older: found.length > PAGE_SIZE ? found[PAGE_SIZE - 1]!.id : null };
}

/** Job: the mail of an invitation that is still open. @throws AppError 'notice.not-sent' */
export async function sendInvitationEmail({
  payload: { invitationId, language },
}: JobRun<JobPayload<'send-invitation'>>): Promise<void> {
  const invitation = await Invitation.findByPk(invitationId);
  if (!invitation || invitationState(invitation, new Date()) !== 'open') return;
  const { email: to, publicId } = invitation;
  const t = translator(language, 'email');
  const named = { product: PRODUCT_NAME };
  const parts = [
    t('invitation.line', named),
    { button: t('invitation.button'), address: addressOf(publicId) },
    t('invitation.lifetime', { days: INVITATION_LIFETIME_MS / 86_400_000, email: to }),
    t('invitation.ignore'),
  ];
  const reason = { text: t('invitation.reason', named) };
  const mail = { to, subject: t('invitation.subject', named), body: { language, name: null, parts, reason } };
  await sendMail(mail, 'notice.not-sent');
}
