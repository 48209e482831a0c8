import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DELETION_WARNING_DAYS } from '@/app/domain/library/retention';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { type OutgoingMail, sendClaimedMails } from '../../platform/email/send-mail.server';

const DAY_MS = 24 * 3_600_000;

/**
 * Once for each stored file: none is deleted without the warning or within a day of it. Marked before it is
 * sent, as in sendOutcomeEmail.
 * @throws those of sendClaimedMails
 */
export async function sendDeletionWarnings(): Promise<void> {
  const soon = new Date(Date.now() + DELETION_WARNING_DAYS * DAY_MS);
  const due = await Transcription.findAll({
    where: { status: 'stored', storedUntil: { [Op.lt]: soon }, deletionNoticedAt: null },
    attributes: ['id'],
  });
  await sendClaimedMails(due, claimDeletionWarning, (id) =>
    Transcription.update({ deletionNoticedAt: null }, { where: { id }, silent: true }),
  );
}

/** Marks the warning as sent; null when another run did, or the file was submitted for transcription. */
async function claimDeletionWarning(id: number): Promise<{ mail: OutgoingMail } | null> {
  return inTransaction(async (transaction) => {
    const where = { id, status: 'stored', deletionNoticedAt: null } as const;
    const stored = await Transcription.findOne({ where, lock: transaction.LOCK.UPDATE, transaction });
    if (!stored) return null;
    const now = Date.now();
    const storedUntil = new Date(Math.max(stored.storedUntil!.getTime(), now + DAY_MS));
    await stored.update({ deletionNoticedAt: new Date(now), storedUntil }, { silent: true, transaction });
    const user = await User.findByPk(stored.userId, { rejectOnEmpty: true, transaction });
    return { mail: buildMail(user, stored) };
  });
}

function buildMail(
  { email, name, language: chosen }: User,
  { title: kept, storedUntil }: Transcription,
): OutgoingMail {
  const language = toInterfaceLanguage(chosen ?? '');
  const t = translator(language, 'email');
  const title = kept.replace(/\s+/g, ' ');
  const date = formatDateTimeWithZone(storedUntil!.toISOString(), language);
  const parts = [
    t('deletion.line', { title, date, product: PRODUCT_NAME }),
    t('deletion.keep'),
    { button: t('notice.list'), address: `${settings.publicUrl}/transcriptions` },
  ];
  const reason = { text: t('deletion.reason', { product: PRODUCT_NAME }) };
  return { to: email, subject: t('deletion.subject', { title }), body: { language, name, parts, reason } };
}
