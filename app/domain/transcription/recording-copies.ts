/** The copies of a recording that are made to be played, by their rate: mp3 of a constant rate, 16 kHz mono. */
export const COPY_KBIT_PER_SECOND = { clear: 48, light: 24 } as const;

export type CopyQuality = keyof typeof COPY_KBIT_PER_SECOND;

export const COPY_QUALITIES = Object.keys(COPY_KBIT_PER_SECOND) as CopyQuality[];

export const COPY_EXTENSION = '.mp3';

export function isCopyQuality(value: unknown): value is CopyQuality {
  return COPY_QUALITIES.includes(value as CopyQuality);
}

/** Where a copy is in storage. It follows from the recording's key, so that whoever removes the one finds the other. */
export function copyKey(storageKey: string, quality: CopyQuality): string {
  return `copies/${storageKey}/${quality}`;
}

/** The storage keys of a recording and of all copies that there may be of it. */
export function filesOfRecording(storageKey: string): string[] {
  return [...COPY_QUALITIES.map((quality) => copyKey(storageKey, quality)), storageKey];
}

/** The storage key of the recording that a file is, or is a copy of. */
export function recordingOfFile(key: string): string {
  return /^copies\/(.+)\/\w+$/.exec(key)?.[1] ?? key;
}
