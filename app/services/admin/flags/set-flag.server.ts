import type { Transaction } from 'sequelize';
import type { FlagName } from '@/app/domain/admin/flags';
import { Flag } from '@/models/flag.server';

/** Upserts a flag; `emails` empty means everybody, and left out leaves them unchanged. */
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
