import { dot } from './vectors';

interface ComparedVoice {
  model: string;
  embedding: Float32Array;
}

export interface UnnamedVoice extends ComparedVoice {
  speaker: string;
  /** Cosine distance within which two voices may be one person's. */
  maxDistance: number;
}

export interface NamedVoice extends ComparedVoice {
  name: string;
}

/** A name that a voice suggests, and never more than that. */
export interface NameOffer {
  speaker: string;
  name: string;
}

/** The nearest name for each voice that is near enough, each name once, for the nearest of the voices. */
export function offerNames(unnamed: readonly UnnamedVoice[], named: readonly NamedVoice[]): NameOffer[] {
  const pairs = unnamed.flatMap((voice) =>
    named
      .filter(({ model, embedding }) => model === voice.model && embedding.length === voice.embedding.length)
      .map(({ name, embedding }) => ({
        speaker: voice.speaker,
        name,
        distance: 1 - dot(voice.embedding, embedding),
        maxDistance: voice.maxDistance,
      }))
      .filter(({ distance, maxDistance }) => distance < maxDistance),
  );
  const offers: NameOffer[] = [];
  for (const { speaker, name } of pairs.sort((one, other) => one.distance - other.distance)) {
    if (offers.some((offer) => offer.speaker === speaker || offer.name === name)) continue;
    offers.push({ speaker, name });
  }
  return offers;
}
