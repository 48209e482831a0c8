import { readUploadLimits } from '../transcription/read-upload-limits.server';
import { readBalance } from '../wallet/read-balance.server';

/** What a browser checks before it sends a recording. The server checks it again. */
export async function readUploadCard(userId: number) {
  return { limits: await readUploadLimits(userId), balanceMs: await readBalance(userId) };
}
