export interface MediaProbe {
  /** Short name of the container as libav gives it, for example 'mov,mp4,m4a,3gp,3g2,mj2'. */
  format: string;
  /** Of the audio track, in whole milliseconds. */
  durationMs: number;
}

/** Bit rates in kbit/s at which all frames of a 16 kHz mp3 have the same length. */
export type Mp3Rate = 24 | 48;

/**
 * Decodes recordings. Every call works on one local file, in a child process that may open that file only (no
 * network protocol, no playlist, only whitelisted containers), with limits on time and output.
 *
 * @throws AppError 'media.unsupported' container not on the whitelist
 * @throws AppError 'media.invalid' empty, truncated beyond use or unreadable
 * @throws AppError 'media.no-audio' no audio track
 * @throws AppError 'media.too-long' longer than the limit for recordings (params: limit in hours)
 */
export interface MediaDecoder {
  readonly name: string;
  probe(path: string): Promise<MediaProbe>;
  /**
   * Writes the audio as signed 16-bit little-endian, 16 kHz, mono samples without a header. Stops at
   * `maxDurationMs`. Returns the duration written.
   *
   * @throws AppError as probe; the signal's reason when aborted
   */
  decode(
    inputPath: string,
    outputPath: string,
    options: { maxDurationMs: number; signal: AbortSignal; onProgress: (fraction: number) => void },
  ): Promise<{ durationMs: number }>;
  /**
   * Encodes samples, as `decode` wrote them, as a constant bit rate mp3, so that players can seek by
   * calculating the offset. Times in the mp3 equal times in the samples.
   *
   * @throws Error when the file could not be written; the signal's reason when aborted
   */
  encode(
    samplesPath: string,
    outputPath: string,
    options: { kbitPerSecond: Mp3Rate; signal: AbortSignal },
  ): Promise<void>;
}
