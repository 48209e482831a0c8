import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { storage } from '@/app/integrations/storage/index.server';
import { Dictation } from '@/models/dictation.server';
import type { Transcription } from '@/models/transcription.server';
import type { JobClaim } from '../../../platform/jobs/job';
import { withLease } from '../../../platform/jobs/with-lease.server';
import { dictationFile } from '../../../platform/storage/dictation-file.server';
import { readSegments } from '../../checkpoints.server';
import { takeLiveSegments } from '../take-live-segments.server';

/**
 * Gives a transcription the text that was heard while its recording was made, if the server's copy has the same bytes.
 * The copy is deleted.
 */
export async function takeDictation(transcription: Transcription, claim: JobClaim): Promise<void> {
  const { id, userId, sizeBytes, storageKey } = transcription;
  const candidates = await Dictation.findAll({ where: { userId, sizeBytes } });
  if (candidates.length === 0 || (await readSegments(id)).length > 0) return;
  const hash = await storage.withLocalFile(storageKey, hashOf);
  for (const dictation of candidates) {
    const file = dictationFile(dictation.publicId);
    const isThere = (await stat(file).catch(() => null))?.size === Number(sizeBytes);
    if (!isThere || (await hashOf(file)) !== hash) continue;
    await withLease(claim, async (transaction) => {
      await takeLiveSegments({ dictationId: dictation.id }, id, transaction);
      await dictation.destroy({ transaction });
    });
    await rm(file, { force: true });
    return;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
