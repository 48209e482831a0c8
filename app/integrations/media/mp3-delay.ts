/**
 * Codec delay of an mp3 (576 samples in the encoder, 529 in every decoder), in bytes. It is skipped at the
 * start of the input, so that the rest plays at its original time.
 */
export const MP3_DELAY_BYTES = (576 + 529) * 2;
