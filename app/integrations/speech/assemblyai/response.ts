import { z } from 'zod';
import type { SpeakerTurn, Word } from '@/app/domain/transcript/transcript';
import type { Recognition } from '../port';

const word = z.object({
  text: z.string(),
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  confidence: z.number(),
  speaker: z.string().nullish(),
});

const transcript = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['queued', 'processing']) }),
  z.object({ status: z.literal('error'), error: z.string().nullish() }),
  z.object({
    status: z.literal('completed'),
    words: z.array(word).nullish(),
    speech_model_used: z.string().nullish(),
  }),
]);

type AssemblyAiTranscript = z.infer<typeof transcript>;
type Completed = Extract<AssemblyAiTranscript, { status: 'completed' }>;

/** Parses a transcript response; null when it does not match AssemblyAI's schema. */
export function parseTranscript(body: unknown): AssemblyAiTranscript | null {
  return transcript.safeParse(body).data ?? null;
}

/** AssemblyAI's times are milliseconds, like ours. */
export function recognitionOf({ words, speech_model_used: model }: Completed): Recognition {
  const said = (words ?? [])
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => a.start - b.start)
    .map(({ text, start, end, confidence, speaker }) => {
      const startMs = Math.round(start);
      const endMs = Math.max(startMs + 1, Math.round(end));
      const heard: Word = {
        text: text.trim(),
        startMs,
        endMs,
        confidence: Math.min(1, Math.max(0, confidence)),
      };
      return { heard, speaker: speaker ?? null };
    });
  return {
    words: said.map(({ heard }) => heard),
    turns: turnsOf(said),
    hasConfidence: true,
    concerns: [],
    modelName: `assemblyai ${model ?? ''}`.trim().slice(0, 64),
  };
}

function turnsOf(said: readonly { heard: Word; speaker: string | null }[]): SpeakerTurn[] | null {
  const numbers = new Map<string, number>();
  const turns: SpeakerTurn[] = [];
  for (const { heard, speaker } of said) {
    if (speaker === null) continue;
    const number = numbers.get(speaker) ?? numbers.size;
    numbers.set(speaker, number);
    const last = turns.at(-1);
    if (last?.speaker === number) last.endMs = heard.endMs;
    else turns.push({ speaker: number, startMs: heard.startMs, endMs: heard.endMs });
  }
  return turns.length > 0 ? turns : null;
}
