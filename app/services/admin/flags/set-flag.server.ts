import type { Transaction } from 'sequelize';
import type { FlagName } from '@/app/domain/admin/flags';
import { Flag } from '@/models/flag.server';

/**
 * Upserts a feature flag.
 * @param emails users it is on for, empty for everybody; left unchanged when not given
 */
export async function setFlag(
  { name, isOn, emails }: { name: FlagName; isOn: boolean; emails?: string[] },
  transaction: Transaction,
): Promise<void> {
  await Flag.bulkCreate([{ name, isOn, emails: JSON.stringify(emails ?? []) }], {
    updateOnDuplicate: emails ? ['isOn', 'emails', 'updatedAt'] : ['isOn', 'updatedAt'],
    conflictAttributes: ['name'],
    transaction,
  });
}
