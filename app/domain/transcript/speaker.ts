/** Diarizer labels are single letters; anything else is a name that a user entered. */
export const isAnonymous = (speaker: string): boolean => /^[A-Z]$/.test(speaker);

const LABELS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * The speaker whom a typed name means: 'Pessoa B' is the label B, which the page shows so.
 * @param nameOf display name of a speaker
 */
export const speakerOfName = (name: string, nameOf: (speaker: string) => string): string =>
  LABELS.find((label) => nameOf(label).toLowerCase() === name.toLowerCase()) ?? name;

/** The first speaker label that nobody has; null when all are taken. */
export function freeLabel(speakers: Iterable<string>): string | null {
  const taken = new Set(speakers);
  return LABELS.find((label) => !taken.has(label)) ?? null;
}
