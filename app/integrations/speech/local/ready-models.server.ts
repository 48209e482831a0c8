import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import type { SpeechReadiness } from '../port';
import { fetchPack, totalBytes } from './fetch-pack.server';
import { readFetchState, writeFetchState } from './fetch-state.server';
import { isInstalled } from './installed-pack.server';
import { type Pack, type PackName, packDir } from './pack.server';
import type { Models } from './task';

const TRIED_AGAIN_MS = 3_600_000;

export interface ModelSource {
  mode: Settings['speechModels'];
  dataDir: string;
  mirror?: string | undefined;
  /** The pack that the settings ask for. */
  wanted: Pack;
  demo: Pack;
}

/** The pack that a mode has in mind, though with 'demo' nobody fetches it. */
export const wantedPack = (mode: ModelSource['mode']): PackName =>
  mode === 'auto' || mode === 'demo' ? 'full' : mode;

/**
 * Says which pack serves, from what lies on disk, so that every process on the same data folder agrees.
 *
 * 'auto': the full pack once it is there; nobody starts while it is being fetched or its first
 * fetch is still to come; the demonstration pack when it cannot be had. A pack by its name: that one and never the
 * demonstration pack. 'demo', and the sample recording always: the demonstration pack.
 */
export class ReadyModels {
  readonly #source: ModelSource;

  constructor(source: ModelSource) {
    this.#source = source;
  }

  async readiness(isSample: boolean): Promise<SpeechReadiness> {
    const { mode, dataDir, wanted } = this.#source;
    if (isSample || mode === 'demo' || (await isInstalled(wanted, dataDir))) return { ready: true };
    const fetch = readFetchState(wanted, dataDir);
    if (fetch?.state === 'fetching') {
      // Unpacking comes after the last byte, so 100 would promise too much.
      const percent = Math.min(99, Math.floor((100 * fetch.doneBytes) / fetch.totalBytes));
      return { ready: false, percent };
    }
    return mode === 'auto' && fetch ? { ready: true } : { ready: false, percent: null };
  }

  /**
   * The pack to work with now.
   * @throws Error when only the pack asked for may serve and it is not there
   */
  async choose(isSample: boolean): Promise<Pack> {
    const { mode, dataDir, wanted, demo } = this.#source;
    if (isSample || mode === 'demo') return demo;
    if (await isInstalled(wanted, dataDir)) return wanted;
    if (mode !== 'auto') throw new Error(`The speech models ${wanted.name} are not here yet`);
    return demo;
  }

  /** Why the pack that is wanted is not here, in the words of its last fetch; null when it is here or on its way. */
  async problem(): Promise<string | null> {
    const { mode, dataDir, wanted } = this.#source;
    if (mode === 'demo' || (await isInstalled(wanted, dataDir))) return null;
    const fetch = readFetchState(wanted, dataDir);
    return fetch?.state === 'unavailable' ? fetch.reason : null;
  }

  /** What the engine needs of a pack. */
  modelsOf(pack: Pack): Models {
    const dir = packDir(pack, this.#source.dataDir);
    const at = (file: string) => path.join(dir, file);
    const { encoder, decoder, tokens, vad, segmentation, embedding } = pack.files;
    const shared = {
      encoder: at(encoder),
      decoder: at(decoder),
      tokens: at(tokens),
      featureDim: pack.featureDim,
    };
    return {
      recognizer:
        pack.recognizer === 'whisper'
          ? { kind: pack.recognizer, ...shared }
          : { kind: pack.recognizer, ...shared, joiner: at(pack.files.joiner) },
      longestSegment: pack.longestSegment,
      files: { vad: at(vad), segmentation: at(segmentation), embedding: at(embedding) },
      vad: pack.vad,
      diarization: pack.diarization,
    };
  }

  /** Fetches the pack that is wanted, and tries again every hour until it is there. */
  async keepReady(signal: AbortSignal): Promise<void> {
    const { mode, dataDir, mirror, wanted } = this.#source;
    if (mode === 'demo') return;
    while (!signal.aborted) {
      try {
        this.#announceFetch();
        await fetchPack(wanted, { dataDir, mirror, signal });
      } catch (error) {
        if (signal.aborted) return;
        log.warn(
          { error, pack: wanted.name },
          'the speech models cannot be fetched now; trying again in an hour',
        );
      }
      await sleep(TRIED_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** From now on uploads wait, also those that come before the lock is had; a pack that is there still counts. */
  #announceFetch(): void {
    const { dataDir, wanted } = this.#source;
    if (readFetchState(wanted, dataDir)?.state === 'fetching') return;
    writeFetchState(wanted, dataDir, { state: 'fetching', doneBytes: 0, totalBytes: totalBytes(wanted) });
  }
}
