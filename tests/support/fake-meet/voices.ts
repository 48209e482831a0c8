const SAMPLE_RATE = 16_000;
const SYLLABLES_PER_SECOND = 4;
const HARMONICS = 8;

/** Something between a voice and a bell: harmonics of a pitch, in syllables. 16-bit mono at `sampleRate`. */
export function voice(pitch: number, seconds: number) {
  const samples = Int16Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, index) => {
    const at = index / SAMPLE_RATE;
    let value = 0;
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic += 1) {
      value += Math.sin(2 * Math.PI * pitch * harmonic * at) / harmonic;
    }
    const loudness = 0.25 + 0.75 * Math.abs(Math.sin(Math.PI * SYLLABLES_PER_SECOND * at));
    return 6_000 * value * loudness;
  });
  return { samples, sampleRate: SAMPLE_RATE };
}
