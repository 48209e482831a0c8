import path from 'node:path';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { SpeakerTurn } from '@/app/domain/transcription/transcript';
import type { Recognition, SpeechEngine, SpeechReadiness, SpeechRequest } from '../port';
import type { Pack } from './pack.server';
import type { ReadyModels } from './ready-models.server';
import { runStage } from './run-stage.server';
import type { Stage, StageResults } from './task';

/** Recognises and diarises on this machine, each call in a process of its own. */
export class LocalSpeechEngine implements SpeechEngine {
  readonly #ready: ReadyModels;

  constructor(ready: ReadyModels) {
    this.#ready = ready;
  }

  readiness(isSample: boolean): Promise<SpeechReadiness> {
    return this.#ready.readiness(isSample);
  }

  async modelName(isSample: boolean): Promise<string> {
    return (await this.#ready.choose(isSample)).model;
  }

  async recognize(request: SpeechRequest): Promise<Recognition> {
    const { pack, result: words } = await this.#run('recognize', request);
    return { words, turns: null, hasConfidence: true, modelName: pack.model };
  }

  async diarize(request: SpeechRequest): Promise<SpeakerTurn[]> {
    return (await this.#run('diarize', request)).result;
  }

  /** The stretches with speech, in order, each of 30 s at most. */
  async detect(request: SpeechRequest): Promise<Span[]> {
    return (await this.#run('detect', request)).result;
  }

  /** Nothing of a recording ever lay elsewhere. */
  async forget(): Promise<void> {}

  async #run<S extends Stage>(
    stage: S,
    request: SpeechRequest,
  ): Promise<{ pack: Pack; result: StageResults[S] }> {
    const { path: pcmPath, durationMs } = await request.audio();
    // Chosen at the last moment: models may arrive while the recording is being decoded.
    const pack = await this.#ready.choose(request.isSample);
    const audio = { path: path.resolve(pcmPath), durationMs };
    const { speakerCount } = request;
    const task = { stage, models: this.#ready.modelsOf(pack), audio, speakerCount };
    const result = await runStage(task, request);
    return { pack, result };
  }
}
