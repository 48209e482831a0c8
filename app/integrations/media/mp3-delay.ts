/**
 * Bytes of 16-bit mono samples by which an mp3 plays late: the encoder holds back 576 samples and every
 * decoder 529. As many are left out at the beginning, so that the rest is heard at its own time.
 */
export const MP3_DELAY_BYTES = (576 + 529) * 2;
