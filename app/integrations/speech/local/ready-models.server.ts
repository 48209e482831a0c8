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

const RETRY_INTERVAL_MS = 3_600_000;

export interface ModelSource {
  mode: Settings['speechModels'];
  dataDir: string;
  mirror?: string | undefined;
  wanted: Pack;
  demo: Pack;
}

/** Name of the pack for a mode; with 'demo' it is not downloaded. */
export const packNameOf = (mode: ModelSource['mode']): PackName =>
  mode === 'auto' || mode === 'demo' ? 'full' : mode;

/**
 * Selects the model pack from the files on disk, so that all processes on the same data folder agree.
 *
 * 'auto': the full pack once it is installed; work waits while it is being downloaded or before its first
 * download; the demonstration pack when the download fails. A pack name: only that pack, never the
 * demonstration pack. 'demo', and the sample recording in every mode: the demonstration pack.
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
      // Capped at 99: unpacking comes after the last byte.
      const percent = Math.min(99, Math.floor((100 * fetch.doneBytes) / fetch.totalBytes));
      return { ready: false, percent };
    }
    return mode === 'auto' && fetch ? { ready: true } : { ready: false, percent: null };
  }

  /** @throws Error when the configured pack is required and not installed */
  async choosePack(isSample: boolean): Promise<Pack> {
    const { mode, dataDir, wanted, demo } = this.#source;
    if (isSample || mode === 'demo') return demo;
    if (await isInstalled(wanted, dataDir)) return wanted;
    if (mode !== 'auto') throw new Error(`The speech models ${wanted.name} are not here yet`);
    return demo;
  }

  /** Error of the configured pack's last download; null when the pack is installed or being downloaded. */
  async problem(): Promise<string | null> {
    const { mode, dataDir, wanted } = this.#source;
    if (mode === 'demo' || (await isInstalled(wanted, dataDir))) return null;
    const fetch = readFetchState(wanted, dataDir);
    return fetch?.state === 'unavailable' ? fetch.reason : null;
  }

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

  /** Downloads the configured pack; retries every hour until it is installed. */
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
      await sleep(RETRY_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Sets the fetch state before the lock is acquired, so that new work waits from now on. */
  #announceFetch(): void {
    const { dataDir, wanted } = this.#source;
    if (readFetchState(wanted, dataDir)?.state === 'fetching') return;
    writeFetchState(wanted, dataDir, { state: 'fetching', doneBytes: 0, totalBytes: totalBytes(wanted) });
  }
}
