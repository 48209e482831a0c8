/**
 * Codec delay of an mp3, in bytes of 16-bit mono samples: 576 samples in the encoder and 529 in every
 * decoder. This many bytes are skipped at the start of the input, so that the rest plays at its original
 * time.
 */
export const MP3_DELAY_BYTES = (576 + 529) * 2;
