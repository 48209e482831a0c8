import type { Transaction } from 'sequelize';
import { Flag } from '@/models/flag.server';

/** With a placeholder, since an empty list would mean everybody. */
export async function replaceFlagEmail(
  email: string,
  placeholder: string,
  transaction: Transaction,
): Promise<void> {
  for (const flag of await Flag.findAll({ transaction })) {
    const emails = JSON.parse(flag.emails) as string[];
    if (!emails.includes(email)) continue;
    const rest = emails.map((each) => (each === email ? placeholder : each));
    await flag.update({ emails: JSON.stringify(rest) }, { transaction });
  }
}
