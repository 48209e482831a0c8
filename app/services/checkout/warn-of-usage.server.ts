import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { type UsageWarning, usageWarningAt } from '@/app/domain/wallet/months';
import { translator } from '@/app/i18n/texts.server';
import { inTransaction } from '@/models/database.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { type Letter, sendMail } from '../mail/send-mail.server';
import { percentUsedOf } from './percent-used.server';

/**
 * Mails who has used 80 % or all of their plan's minutes, each once a month; who is past both at once gets the
 * second alone. That a mail was sent is written first: a worker that dies in between costs the mail, where the
 * other order would send two.
 * @throws AppError 'notice.not-sent' when mails were not taken; another run sends them
 */
export async function warnOfUsage(): Promise<void> {
  const running = await Subscription.findAll({
    where: { monthEnd: { [Op.gt]: new Date() }, warnedPercent: { [Op.lt]: 100 } },
    attributes: ['id'],
    order: ['id'],
  });
  let refusal: AppError | undefined;
  for (const { id } of running) {
    const warning = await takeWarning(id);
    if (!warning) continue;
    try {
      await sendMail(warning.letter, 'notice.not-sent');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error;
      await putBack(id, warning);
    }
  }
  if (refusal) throw refusal;
}

interface Warning {
  letter: Letter;
  mark: UsageWarning;
  /** What had been mailed before. */
  before: number;
}

/** What is to be mailed; null when there is nothing to say, or it was said already. */
function takeWarning(id: number): Promise<Warning | null> {
  return inTransaction(async (transaction) => {
    const found = { where: { id }, lock: transaction.LOCK.UPDATE, rejectOnEmpty: true, transaction } as const;
    const subscription = await Subscription.findOne(found);
    const { userId, warnedPercent: before } = subscription;
    const mark = usageWarningAt(await percentUsedOf(subscription, transaction));
    if (!subscription.monthEnd || mark === null || mark <= before) return null;
    const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
    if (!user.wantsNotices || user.deletedAt) return null;
    await subscription.update({ warnedPercent: mark }, { transaction });
    return { letter: letterTo(user, mark, subscription.monthEnd), mark, before };
  });
}

/** Unless another month has begun meanwhile. */
const putBack = (id: number, { mark, before }: Warning) =>
  Subscription.update({ warnedPercent: before }, { where: { id, warnedPercent: mark } });

function letterTo({ email, language: chosen }: User, mark: UsageWarning, monthEnd: Date): Letter {
  const language = toInterfaceLanguage(chosen ?? '');
  const t = translator(language, 'mail');
  const date = formatDateTimeWithZone(monthEnd.toISOString(), language);
  return {
    to: email,
    subject: t(`usage.${mark}.subject`),
    paragraphs: [
      t(`usage.${mark}.line`, { date }),
      t('usage.wallet', { address: `${settings.publicUrl}/wallet` }),
      t('notice.off', { address: `${settings.publicUrl}/account` }),
    ],
  };
}
