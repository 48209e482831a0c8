import { Transcription } from '@/models/transcription.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { readUploadLimits } from '../transcription/upload-limits.server';

/** The limits that the browser checks before it uploads a recording. The server checks them again. */
export async function readUploadPrecheck(userId: number) {
  return {
    limits: await readUploadLimits(userId),
    balanceMs: await readBalance(userId),
    /** Whether the user already has a stored (ARMAZENADO) recording; only one is allowed. */
    hasStored: (await Transcription.count({ where: { userId, status: 'stored' } })) > 0,
  };
}
