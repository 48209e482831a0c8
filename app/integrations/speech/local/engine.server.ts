import path from 'node:path';
import type { SpeakerTurn, Word } from '@/app/domain/transcription/transcript';
import type { SpeechEngine, SpeechReadiness, SpeechRequest } from '../port';
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

  recognize(request: SpeechRequest): Promise<Word[]> {
    return this.#run('recognize', request);
  }

  diarize(request: SpeechRequest): Promise<SpeakerTurn[]> {
    return this.#run('diarize', request);
  }

  async #run<S extends Stage>(stage: S, request: SpeechRequest): Promise<StageResults[S]> {
    const models = this.#ready.modelsOf(await this.#ready.choose(request.isSample));
    const audio = { ...request.audio, path: path.resolve(request.audio.path) };
    return runStage({ stage, models, audio }, request);
  }
}
