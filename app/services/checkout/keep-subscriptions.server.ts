import { renewMonths } from './renew-months.server';
import { warnOfUsage } from './warn-of-usage.server';

/**
 * Gives and ends the minutes of months, and mails whose minutes run out.
 * @throws AppError 'notice.not-sent' when mails were not taken; another run sends them
 */
export async function keepSubscriptions(): Promise<void> {
  await renewMonths();
  await warnOfUsage();
}
