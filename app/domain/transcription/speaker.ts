/** The diarizer's own labels are single letters; anything else is a name a person gave. */
export const isAnonymous = (speaker: string): boolean => /^[A-Z]$/.test(speaker);
