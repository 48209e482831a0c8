import { assembleUtterances } from '@/app/domain/speech/assemble-utterances';
import type { Word } from '@/app/domain/transcript/transcript';
import { newPublicId } from '@/models/public-id.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';

const WORD_MS = 400;

/**
 * Creates a finished transcription without a recognizer: each sentence is an utterance, by A and B in turn,
 * in words of 400 ms.
 * @returns its public id
 */
export async function makeTranscript(userId: number, sentences: string[]): Promise<string> {
  const words: Word[] = [];
  const turns = sentences.map((sentence, index) => {
    const startMs = words.length * WORD_MS;
    for (const text of sentence.split(' ')) {
      const wordMs = words.length * WORD_MS;
      words.push({ text, startMs: wordMs, endMs: wordMs + WORD_MS, confidence: 0.9 });
    }
    return { speaker: index % 2, startMs, endMs: words.length * WORD_MS };
  });
  const publicId = newPublicId();
  const transcription = await Transcription.create({
    publicId,
    userId,
    title: 'Reunião',
    fileName: 'reuniao.wav',
    language: 'pt',
    storageKey: `recordings/${publicId}`,
    sizeBytes: 1,
    durationMs: words.length * WORD_MS,
    status: 'succeeded',
    confidenceScore: 90,
  });
  const utterances = JSON.stringify(assembleUtterances(words, turns));
  await Transcript.create({ transcriptionId: transcription.id, utterances });
  return publicId;
}
