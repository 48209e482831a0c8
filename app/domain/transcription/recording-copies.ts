/** Playback copies of a recording by bit rate: MP3 of a constant bit rate, 16 kHz mono. */
export const COPY_KBIT_PER_SECOND = { clear: 48, light: 24 } as const;

export type CopyQuality = keyof typeof COPY_KBIT_PER_SECOND;

export const COPY_QUALITIES = Object.keys(COPY_KBIT_PER_SECOND) as CopyQuality[];

export const COPY_EXTENSION = '.mp3';

export function isCopyQuality(value: unknown): value is CopyQuality {
  return COPY_QUALITIES.includes(value as CopyQuality);
}

/** What can be downloaded of a recording, as `?download=`: its clear copy, and the uploaded original. */
export const RECORDING_DOWNLOADS = ['mp3', 'original'] as const;

export type RecordingDownload = (typeof RECORDING_DOWNLOADS)[number];

/** Derived from the recording's key, so that deleting the recording finds its copies. */
export function copyKey(storageKey: string, quality: CopyQuality): string {
  return `copies/${storageKey}/${quality}`;
}

/** Where the waveform's peaks of a recording are kept, beside its copies. */
export function peaksKey(storageKey: string): string {
  return `copies/${storageKey}/peaks`;
}

/** Everything that is deleted with a recording. */
export function recordingStorageKeys(storageKey: string): string[] {
  return [...COPY_QUALITIES.map((quality) => copyKey(storageKey, quality)), peaksKey(storageKey), storageKey];
}

/** The storage key of the recording for the key of the recording itself, of a copy or of its peaks. */
export function recordingKeyOf(key: string): string {
  return /^copies\/(.+)\/\w+$/.exec(key)?.[1] ?? key;
}
