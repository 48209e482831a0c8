import type { Transaction } from 'sequelize';
import type { FlagName } from '@/app/domain/admin/flags';
import { Flag } from '@/models/flag.server';

/** Whether a flag is on for the user of `email`; without it, for everybody. */
export async function isFlagOn(
  name: FlagName,
  { email, transaction }: { email?: string; transaction?: Transaction } = {},
): Promise<boolean> {
  const flag = await Flag.findOne({ where: { name }, ...(transaction && { transaction }) });
  if (!flag?.isOn) return false;
  const emails = JSON.parse(flag.emails) as string[];
  return emails.length === 0 || (email !== undefined && emails.includes(email));
}
