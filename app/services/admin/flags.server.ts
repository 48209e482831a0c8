import type { Transaction } from 'sequelize';
import { type Feature, type FlagName, isOnFor } from '@/app/domain/admin/flags';
import { database } from '@/models/database.server';
import { Flag } from '@/models/flag.server';
import { recordAudit } from './audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

/** Whether a flag is on for the user of `email`; without it, for everybody. */
export async function isFlagOn(
  name: FlagName,
  { email, transaction = null }: { email?: string; transaction?: Transaction | null } = {},
): Promise<boolean> {
  const flag = await Flag.findOne({ where: { name }, transaction });
  return isOnFor(flag?.isOn ? flag.emails : null, email);
}

/** Whether only administrators can use the site. */
export async function isInMaintenance(): Promise<boolean> {
  const [flag] = await database().select<{ emails: string }>(
    `SELECT emails FROM flags WHERE name = 'maintenance' AND is_on = TRUE`,
    {},
  );
  return isOnFor(flag?.emails ?? null);
}

/** A feature flag's state, for its form; a flag without a row is off. */
export async function readFeature(name: Feature): Promise<{ isOn: boolean; emails: string[] }> {
  const flag = await Flag.findOne({ where: { name } });
  return { isOn: flag?.isOn ?? false, emails: flag ? (JSON.parse(flag.emails) as string[]) : [] };
}

export function switchFeature(
  request: AdminRequest & { name: Feature; isOn: boolean; emails?: string[] | undefined },
): Promise<void> {
  const { adminId, name, isOn, emails } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    await setFlag({ name, isOn, emails }, transaction);
    const details = { name, emails: emails?.join(', ') ?? '' };
    await recordAudit({ adminId, action: isOn ? 'feature-on' : 'feature-off', details }, transaction);
  });
}

/** Switches maintenance mode: only administrators can use the site. Running servers apply it at once. */
export function switchMaintenance(request: AdminRequest & { isOn: boolean }): Promise<void> {
  const { adminId, isOn } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    await setFlag({ name: 'maintenance', isOn, emails: [] }, transaction);
    await recordAudit({ adminId, action: isOn ? 'maintenance-on' : 'maintenance-off' }, transaction);
  });
}

/** Upserts a flag; `emails` empty means everybody, and left out leaves them unchanged. */
export async function setFlag(
  { name, isOn, emails }: { name: FlagName; isOn: boolean; emails?: string[] | undefined },
  transaction: Transaction,
): Promise<void> {
  await Flag.bulkCreate([{ name, isOn, emails: JSON.stringify(emails ?? []) }], {
    updateOnDuplicate: emails ? ['isOn', 'emails', 'updatedAt'] : ['isOn', 'updatedAt'],
    conflictAttributes: ['name'],
    transaction,
  });
}

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
