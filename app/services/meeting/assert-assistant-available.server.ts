import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { readBalance } from '../billing/wallet/read-balance.server';
import { findObstacle } from './find-obstacle.server';

/** @throws AppError 'meeting.no-browser', 'meeting.no-minutes' */
export async function assertAssistantAvailable(
  userId: number,
  transaction: Transaction | null,
): Promise<void> {
  if (await findObstacle()) throw new AppError('meeting.no-browser');
  if ((await readBalance(userId, transaction)) <= 0) throw new AppError('meeting.no-minutes');
}
