import type { Transaction } from 'sequelize';
import type { FlagName } from '@/app/domain/admin/flags';
import { Flag } from '@/models/flag.server';

/**
 * Whether a feature flag is on for a user.
 * @param email the user's; without it, whether it is on for everybody
 */
export async function isFlagOn(
  name: FlagName,
  { email, transaction }: { email?: string; transaction?: Transaction } = {},
): Promise<boolean> {
  const flag = await Flag.findOne({ where: { name }, ...(transaction && { transaction }) });
  if (!flag?.isOn) return false;
  const emails = JSON.parse(flag.emails) as string[];
  return emails.length === 0 || (email !== undefined && emails.includes(email));
}
