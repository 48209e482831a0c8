import { count } from '@/app/config/metrics.server';
import { withSpan } from '@/app/config/tracing.server';
import type { LocalStage } from '@/app/domain/transcription/progress';
import type { PcmFile } from '@/app/integrations/speech/port';

/**
 * Measures the stages of one attempt at a recording, for the real-time factor. A stage begins when it has the audio,
 * since the first one waits for the decoder; one that needs none, because it was kept or is done elsewhere, is not counted.
 */
export class SpeechClock {
  readonly #begun = new Map<LocalStage, { at: number; audioMs: number }>();

  async decode(work: () => Promise<PcmFile>): Promise<PcmFile> {
    const at = performance.now();
    const file = await work();
    this.#begun.set('decoding', { at, audioMs: file.durationMs });
    this.stop('decoding');
    return file;
  }

  startAfter(stage: LocalStage, audio: () => Promise<PcmFile>): () => Promise<PcmFile> {
    return async () => {
      const file = await audio();
      this.#begun.set(stage, { at: performance.now(), audioMs: file.durationMs });
      return file;
    };
  }

  stop(stage: LocalStage): void {
    const begun = this.#begun.get(stage);
    if (!begun) return;
    this.#begun.delete(stage);
    const durationMs = performance.now() - begun.at;
    const start = { kind: 'internal', startedAt: Date.now() - durationMs } as const;
    void withSpan(stage, start, async () => undefined);
    count('celeste_speech_processing_seconds_total', { stage }, durationMs / 1000);
    count('celeste_speech_audio_seconds_total', { stage }, begun.audioMs / 1000);
  }
}
