import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { percentUsed, type UsageWarning, usageWarningAt } from '@/app/domain/billing/payments/months';
import { formatDateTimeWithZone } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { inTransaction } from '@/models/database.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { type OutgoingMail, sendClaimedMails } from '../../platform/email/send-mail.server';
import { readMonth } from './month-lots.server';

/**
 * At 80 % and 100 % of a month's minutes, once each; past both, only the second. Marked before it is sent (at
 * most once): a worker that dies in between loses the mail, while the other order could send it twice. None
 * where nothing is sold any more.
 * @throws those of sendClaimedMails
 */
export async function sendUsageWarnings(): Promise<void> {
  if (!settings.sells) return;
  const running = await Subscription.findAll({
    where: { monthEnd: { [Op.gt]: new Date() }, warnedPercent: { [Op.lt]: 100 } },
    attributes: ['id'],
    order: ['id'],
  });
  await sendClaimedMails(running, claimWarning, releaseWarning);
}

interface ClaimedWarning {
  mail: OutgoingMail;
  percent: UsageWarning;
  previousPercent: number;
}

/** Marks the warning as sent and returns it; null when no warning is due. */
function claimWarning(id: number): Promise<ClaimedWarning | null> {
  return inTransaction(async (transaction) => {
    const found = { where: { id }, lock: transaction.LOCK.UPDATE, rejectOnEmpty: true, transaction } as const;
    const subscription = await Subscription.findOne(found);
    const { userId, warnedPercent: previousPercent } = subscription;
    const { grantedMs, leftMs } = await readMonth(subscription, transaction);
    const percent = usageWarningAt(percentUsed(grantedMs, leftMs));
    if (!subscription.monthEnd || percent === null || percent <= previousPercent) return null;
    const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
    if (!user.wantsNotices || user.deletedAt) return null;
    await subscription.update({ warnedPercent: percent }, { transaction });
    return { mail: buildMail(user, percent, subscription.monthEnd), percent, previousPercent };
  });
}

/** No effect when a new month has begun meanwhile. */
const releaseWarning = (id: number, { percent, previousPercent }: ClaimedWarning) =>
  Subscription.update({ warnedPercent: previousPercent }, { where: { id, warnedPercent: percent } });

function buildMail(user: User, percent: UsageWarning, monthEnd: Date): OutgoingMail {
  const language = toInterfaceLanguage(user.language ?? '');
  const t = translator(language, 'email');
  const date = formatDateTimeWithZone(monthEnd.toISOString(), language);
  const account = `${settings.publicUrl}/account`;
  const parts = [
    t(`usage.${percent}.line`, { date }),
    { button: t('usage.wallet'), address: `${settings.publicUrl}/wallet` },
  ];
  const reason = { text: t('notice.off', { product: PRODUCT_NAME }), address: account };
  return {
    to: user.email,
    subject: t(`usage.${percent}.subject`),
    body: { language, name: user.name, parts, reason },
    unsubscribeAt: account,
  };
}
