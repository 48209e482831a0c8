import { Transcription } from '@/models/transcription.server';
import { readUploadLimits } from '../transcription/read-upload-limits.server';
import { readBalance } from '../wallet/read-balance.server';

/** What a browser checks before it sends a recording. The server checks it again. */
export async function readUploadCard(userId: number) {
  return {
    limits: await readUploadLimits(userId),
    balanceMs: await readBalance(userId),
    /** Whether the place of the one file that may wait for minutes is taken. */
    hasStored: (await Transcription.count({ where: { userId, status: 'stored' } })) > 0,
  };
}
