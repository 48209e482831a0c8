import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { User } from '@/models/user.server';
import { hasBoughtHours } from '../billing/wallet/has-bought-hours.server';

/** Limits of one upload, and whether the shorter trial limit applies. */
export async function readUploadLimits(userId: number, transaction?: Transaction) {
  const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
  const isTrial = user.consumptionRule === 'TRIAL' && !(await hasBoughtHours(userId, transaction));
  return { maxFileBytes: settings.maxFileBytes, maxFileMs: settings.maxFileMs, isTrial };
}
