import { renewMonths } from './renew-months.server';
import { sendUsageWarnings } from './send-usage-warnings.server';

/** @throws AppError 'notice.not-sent' when mails were rejected; another run sends them */
export async function maintainSubscriptions(): Promise<void> {
  await renewMonths();
  await sendUsageWarnings();
}
