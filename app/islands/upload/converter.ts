import wasmURL from '@ffmpeg/core/wasm?url';
import coreURL from '@ffmpeg/core?url';
import { FFFSType, FFmpeg } from '@ffmpeg/ffmpeg';

const SLICE_BYTES = 8 * 1024 * 1024;
/** Where in a file sound is probed for, as fractions, before the whole file is. */
const PROBE_POSITIONS = [0, 0.5, 0.95];
/** A WAV file of no more bytes has a header and no samples. */
const WAV_HEADER_BYTES = 44;
const PROBE_TIMEOUT_MS = 30_000;
/** Segment length: about 64 MiB of mp3 at the quality below. */
const SEGMENT_SECONDS = 2400;

const INPUT_FOLDER = '/input';
const INPUT = `${INPUT_FOLDER}/recording`;

/** One web worker, about 10 MB to download. Takes one recording at a time; ended by `end` or its signal. */
export class Converter {
  readonly #ffmpeg = new FFmpeg();

  /** Rejects when this browser cannot run it, or when aborted. */
  static async start(signal: AbortSignal): Promise<Converter> {
    signal.throwIfAborted();
    const converter = new Converter();
    signal.addEventListener('abort', () => converter.end());
    await converter.#ffmpeg.load({
      coreURL: new URL(coreURL, location.href).href,
      wasmURL: new URL(wasmURL, location.href).href,
    });
    await converter.#ffmpeg.createDir(INPUT_FOLDER);
    return converter;
  }

  end(): void {
    this.#ffmpeg.terminate();
  }

  async hasSound(file: Blob): Promise<boolean> {
    for (const fraction of PROBE_POSITIONS) {
      const start = Math.floor(file.size * fraction);
      if (await this.#yieldsSound(file.slice(start, start + SLICE_BYTES))) return true;
    }
    return this.#yieldsSound(file);
  }

  /**
   * @param onProgress receives the fraction that is done, from 0 to 1; null while it is unknown
   * @throws Error when there is no sound, or more than this browser can hold
   */
  async toMp3(
    file: Blob,
    onProgress: (fraction: number | null) => void,
  ): Promise<{ mp3: Blob; durationMs: number }> {
    let statedMs = 0;
    let doneMs = 0;
    this.#ffmpeg.on('log', ({ message }) => {
      statedMs ||= statedDurationMs(message);
    });
    this.#ffmpeg.on('progress', ({ time }) => {
      // In microseconds, contrary to the package's documentation.
      doneMs = Math.ceil(time / 1000);
      onProgress(statedMs > 0 ? Math.min(1, doneMs / statedMs) : null);
    });
    const parts = ['-f', 'segment', '-segment_time', String(SEGMENT_SECONDS), '-segment_format', 'mp3'];
    const plain = ['-segment_format_options', 'write_xing=0:id3v2_version=0'];
    const sound = ['-map', '0:a:0', '-vn', '-ac', '2', '-c:a', 'libmp3lame', '-q:a', '2'];
    const failed = await this.#read(file, [...sound, ...parts, ...plain, 'part-%05d']);
    const names = (await this.#ffmpeg.listDir('/')).map(({ name }) => name);
    const mp3: BlobPart[] = [];
    for (const name of names.filter((found) => found.startsWith('part-')).sort()) {
      mp3.push((await this.#take(name)) as Uint8Array<ArrayBuffer>);
    }
    if (failed || mp3.length === 0) throw new Error('not converted');
    return { mp3: new Blob(mp3, { type: 'audio/mpeg' }), durationMs: doneMs };
  }

  async #yieldsSound(part: Blob): Promise<boolean> {
    await this.#read(part, ['-vn', '-t', '1', '-f', 'wav', 'probe'], PROBE_TIMEOUT_MS);
    const wav = await this.#take('probe').catch(() => new Uint8Array());
    return wav.length > WAV_HEADER_BYTES;
  }

  /** @returns whether ffmpeg failed */
  async #read(file: Blob, output: string[], patienceMs?: number): Promise<boolean> {
    await this.#ffmpeg.mount(FFFSType.WORKERFS, { blobs: [{ name: 'recording', data: file }] }, INPUT_FOLDER);
    try {
      return (await this.#ffmpeg.exec(['-nostdin', '-i', INPUT, ...output], patienceMs)) !== 0;
    } finally {
      await this.#ffmpeg.unmount(INPUT_FOLDER);
    }
  }

  async #take(name: string): Promise<Uint8Array> {
    const bytes = (await this.#ffmpeg.readFile(name)) as Uint8Array;
    await this.#ffmpeg.deleteFile(name);
    return bytes;
  }
}

/** Parses ffmpeg's line `Duration: 00:10:00.05, start: …`; 0 for any other line. */
function statedDurationMs(line: string): number {
  const [, hours, minutes, seconds] = /^\s*Duration: (\d+):(\d+):([\d.]+)/.exec(line) ?? [];
  return hours ? (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 : 0;
}
