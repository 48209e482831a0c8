import { Op } from 'sequelize';
import { inTransaction } from '@/models/database.server';
import { Subscription } from '@/models/subscription.server';
import { lockWallet } from '../wallet/lock-wallet.server';
import { renewMonth, updateConsumptionRule } from './renew-month.server';
import { sendUsageWarnings } from './send-usage-warnings.server';

/** @throws AppError 'notice.not-sent' when mails were rejected; another run sends them */
export async function maintainSubscriptions(): Promise<void> {
  await renewMonths();
  await sendUsageWarnings();
}

/** Renews every subscription's month and expires past ones. Safe to run concurrently. */
export async function renewMonths(now = new Date()): Promise<void> {
  const subscriptions = await Subscription.findAll({
    where: { [Op.or]: [{ status: ['active', 'pastDue'] }, { monthStart: { [Op.ne]: null } }] },
    attributes: ['id', 'userId'],
    order: ['id'],
  });
  for (const { id, userId } of subscriptions) {
    await inTransaction(async (transaction) => {
      await lockWallet(userId, transaction);
      const subscription = await Subscription.findByPk(id, { transaction, rejectOnEmpty: true });
      const { status, cancelsAt } = subscription;
      if (status !== 'ended' && cancelsAt && cancelsAt <= now) {
        await subscription.update({ status: 'ended' }, { transaction });
      }
      await renewMonth(subscription, now, transaction);
      await updateConsumptionRule(userId, transaction);
    });
  }
}
