import { summaryText } from '@/app/domain/transcript/summary/summary';
import { summarizer } from '@/app/integrations/summary/index.server';
import { Summary } from '@/models/summary.server';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../../platform/jobs/job';
import { withLease } from '../../platform/jobs/with-lease.server';
import { readMachineText } from '../saved-text.server';

/** Job: generates the summary of a finished transcription, at most once. Never changes the transcript. */
export async function summarizeTranscript(run: JobRun<{ transcriptionId: number }>): Promise<void> {
  const { transcriptionId } = run.payload;
  const transcription = await Transcription.findByPk(transcriptionId);
  if (!transcription || (await Summary.count({ where: { transcriptionId } })) > 0) return;
  const { utterances } = await readMachineText(transcriptionId);
  const { language } = transcription;
  const sentences = await summarizer.summarize({ utterances, language, signal: run.signal });
  if (sentences.length === 0) return;
  await withLease(run.claim, (transaction) =>
    Summary.create(
      { transcriptionId, summary: summaryText(sentences), sentences: JSON.stringify(sentences) },
      { transaction },
    ),
  );
}
