import { extensionOf } from '@/app/domain/transcription/recording-file';

/** Formats that can contain pictures only. */
const MAY_LACK_AUDIO = ['.flv', '.mp4', '.asf', '.mts'];
/** Formats whose sound is sent as mp3. */
const CONVERTED_TO_MP3 = ['.asf', '.mts', '.wma'];
/** Download size of the converter: a lighter file is sent as it is, and the server checks it. */
const CONVERTER_BYTES = 11_000_000;

interface Prepared {
  file: File;
  /** Null when this browser cannot measure it. */
  durationMs: number | null;
}

interface PrepareEvents {
  checking(): void;
  /** @param fraction from 0 to 1; null while that is unknown */
  converting(fraction: number | null): void;
}

export class NoSound extends Error {}

/** Queue: the converter takes one recording at a time. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Measures the duration, checks for sound, converts to mp3 where that is lighter; the server does the rest.
 * @throws NoSound, or the signal's reason
 */
export async function prepare(file: File, events: PrepareEvents, signal: AbortSignal): Promise<Prepared> {
  if (!needsConverter(file)) return { file, durationMs: await measureDuration(file) };
  const turn = queue.then(() => convert(file, events, signal));
  queue = turn.catch(() => undefined);
  return turn;
}

function needsConverter({ name, size }: File): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  const isSlowConnection = connection?.saveData || /2g/.test(connection?.effectiveType ?? '');
  return (
    [...MAY_LACK_AUDIO, ...CONVERTED_TO_MP3].includes(extensionOf(name)) &&
    size > CONVERTER_BYTES &&
    !isSlowConnection
  );
}

async function convert(file: File, events: PrepareEvents, signal: AbortSignal): Promise<Prepared> {
  signal.throwIfAborted();
  const unchanged = async () => ({ file, durationMs: await measureDuration(file) });
  const starting = import('./converter').then(({ Converter }) => Converter.start(signal));
  const converter = await starting.catch(() => null);
  signal.throwIfAborted();
  if (!converter) return unchanged();
  try {
    const extension = extensionOf(file.name);
    events.checking();
    if (MAY_LACK_AUDIO.includes(extension) && !(await converter.hasSound(file))) throw new NoSound();
    if (!CONVERTED_TO_MP3.includes(extension)) return await unchanged();
    events.converting(null);
    const { mp3, durationMs } = await converter.toMp3(file, events.converting);
    if (mp3.size >= file.size) return { file, durationMs };
    const name = `${file.name.slice(0, -extension.length)}.mp3`;
    // The same again after a reload, so that the upload can be resumed.
    return { file: new File([mp3], name, { type: mp3.type, lastModified: file.lastModified }), durationMs };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoSound) throw error;
    return unchanged();
  } finally {
    converter.end();
  }
}

/** Timeout: a readable file is measured at once; a slower one is left to the server. */
const MEASURE_TIMEOUT_MS = 8_000;

/** Duration of a recording in ms, rounded up; null when this browser cannot measure it. */
function measureDuration(file: File): Promise<number | null> {
  const audio = document.createElement('audio');
  const address = URL.createObjectURL(file);
  return new Promise<number | null>((resolve) => {
    const tell = () => resolve(Number.isFinite(audio.duration) ? Math.ceil(audio.duration * 1000) : null);
    audio.onloadedmetadata = tell;
    audio.onerror = () => resolve(null);
    setTimeout(() => resolve(null), MEASURE_TIMEOUT_MS);
    audio.preload = 'metadata';
    audio.src = address;
  }).finally(() => {
    audio.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}
