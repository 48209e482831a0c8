/** Diarizer labels are single letters; anything else is a name that a user entered. */
export const isAnonymous = (speaker: string): boolean => /^[A-Z]$/.test(speaker);
