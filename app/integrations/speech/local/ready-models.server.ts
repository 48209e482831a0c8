import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import type { SpeechReadiness } from '../port';
import { fetchPack, totalBytes } from './fetch-pack.server';
import { readFetchState, writeFetchState } from './fetch-state.server';
import { isInstalled } from './installed-pack.server';
import { type Pack, packDir } from './pack.server';
import type { Models } from './task';

const TRIED_AGAIN_MS = 3_600_000;

export interface ModelSource {
  mode: Settings['speechModels'];
  dataDir: string;
  mirror?: string | undefined;
  full: Pack;
  demo: Pack;
}

/**
 * Says which pack serves, from what lies on disk, so that every process on the same data folder agrees.
 *
 * 'auto': the full pack once it is there; nobody starts while it is being fetched or its first
 * fetch is still to come; the demonstration pack when it cannot be had. 'full': never the
 * demonstration pack. 'demo', and the sample recording always: the demonstration pack.
 */
export class ReadyModels {
  readonly #source: ModelSource;

  constructor(source: ModelSource) {
    this.#source = source;
  }

  async readiness(isSample: boolean): Promise<SpeechReadiness> {
    const { mode, dataDir, full } = this.#source;
    if (isSample || mode === 'demo' || (await isInstalled(full, dataDir))) return { ready: true };
    const fetch = readFetchState(full, dataDir);
    if (fetch?.state === 'fetching') {
      // Unpacking comes after the last byte, so 100 would promise too much.
      const percent = Math.min(99, Math.floor((100 * fetch.doneBytes) / fetch.totalBytes));
      return { ready: false, percent };
    }
    return mode === 'auto' && fetch ? { ready: true } : { ready: false, percent: null };
  }

  /**
   * The pack to work with now.
   * @throws Error when only the full pack may serve and it is not there
   */
  async choose(isSample: boolean): Promise<Pack> {
    const { mode, dataDir, full, demo } = this.#source;
    if (isSample || mode === 'demo') return demo;
    if (await isInstalled(full, dataDir)) return full;
    if (mode === 'full') throw new Error('The full speech models are not here yet');
    return demo;
  }

  /** What the engine needs of a pack. */
  modelsOf(pack: Pack): Models {
    const dir = packDir(pack, this.#source.dataDir);
    const at = (file: string) => path.join(dir, file);
    const { encoder, decoder, joiner, tokens, vad, segmentation, embedding } = pack.files;
    return {
      files: {
        encoder: at(encoder),
        decoder: at(decoder),
        joiner: at(joiner),
        tokens: at(tokens),
        vad: at(vad),
        segmentation: at(segmentation),
        embedding: at(embedding),
      },
      featureDim: pack.featureDim,
      vad: pack.vad,
      diarization: pack.diarization,
    };
  }

  /** Fetches the full pack where it is wanted, and tries again every hour until it is there. */
  async keepReady(signal: AbortSignal): Promise<void> {
    const { mode, dataDir, mirror, full } = this.#source;
    if (mode === 'demo') return;
    while (!signal.aborted) {
      try {
        this.#announceFetch();
        await fetchPack(full, { dataDir, mirror, signal });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ error }, 'the full speech models cannot be fetched now; trying again in an hour');
      }
      await sleep(TRIED_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** From now on uploads wait, also those that come before the lock is had; a pack that is there still counts. */
  #announceFetch(): void {
    const { dataDir, full } = this.#source;
    if (readFetchState(full, dataDir)?.state === 'fetching') return;
    writeFetchState(full, dataDir, { state: 'fetching', doneBytes: 0, totalBytes: totalBytes(full) });
  }
}
