/** What a decoder finds in a file before decoding it. */
export interface MediaProbe {
  /** The container's short name as libav gives it, for instance 'mov,mp4,m4a,3gp,3g2,mj2'. */
  format: string;
  /** Duration of the audio track in whole milliseconds. */
  durationMs: number;
}

/** Rates at which an mp3 of 16 kHz has frames of one length. */
export type Mp3Rate = 24 | 48;

/**
 * Reads recordings. Every call works on one local file, in a child process that may
 * open that file alone (no network protocol, no playlist, only whitelisted
 * containers), with limits on time and output.
 *
 * @throws AppError 'media.unsupported' container not on the whitelist
 * @throws AppError 'media.invalid' empty, truncated beyond use or unreadable
 * @throws AppError 'media.no-audio' no audio track
 * @throws AppError 'media.too-long' longer than any recording may be (params: limit in hours)
 */
export interface MediaDecoder {
  readonly name: string;
  probe(path: string): Promise<MediaProbe>;
  /**
   * Writes the audio as signed 16-bit little-endian, 16 kHz, mono samples without a header.
   * Stops at `maxDurationMs`. Answers with the duration written.
   *
   * @throws AppError as probe; the signal's reason when aborted
   */
  decode(
    inputPath: string,
    outputPath: string,
    options: { maxDurationMs: number; signal: AbortSignal; onProgress: (fraction: number) => void },
  ): Promise<{ durationMs: number }>;
  /**
   * Writes samples, as `decode` wrote them, as an mp3 of a constant rate, in which a player finds every moment
   * by calculating. A moment in it is the same moment in the samples.
   *
   * @throws Error when the file could not be made; the signal's reason when aborted
   */
  encode(
    samplesPath: string,
    outputPath: string,
    options: { kbitPerSecond: Mp3Rate; signal: AbortSignal },
  ): Promise<void>;
}
