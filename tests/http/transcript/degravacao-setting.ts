import { beforeAll, beforeEach } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { DegravacaoClient } from './degravacao-client';
import { editable } from './editable';

/** Sentences with their speakers. */
export type Said = [speaker: string, sentence: string][];

/** What a test of the degravação starts with: a person with a transcript. */
export class DegravacaoSetting {
  celeste!: RunningCeleste;
  person!: TestUser;
  /** Path of the transcript's page. */
  page!: string;
  degravacao!: DegravacaoClient;

  /** Sets a file's tests up: each begins with a person of its own, whose transcript says this. */
  static beforeEach(said: Said): DegravacaoSetting {
    const setting = new DegravacaoSetting();
    beforeAll(async () => {
      setting.celeste = await sharedCeleste();
    });
    beforeEach(async () => {
      setting.person = await signUp(setting.celeste);
      await setting.transcribe(said);
    });
    return setting;
  }

  /** Gives the person another transcript in place of the one before. */
  async transcribe(said: Said): Promise<void> {
    this.page = await editable(this.celeste, this.person, said);
    this.degravacao = new DegravacaoClient(this.celeste, this.person, this.page);
  }
}
