export interface MediaProbe {
  /** Short name of the container as libav gives it, for example 'mov,mp4,m4a,3gp,3g2,mj2'. */
  format: string;
  /** Of the audio track, in whole milliseconds. */
  durationMs: number;
}

/** Bit rates in kbit/s at which all frames of a 16 kHz mp3 have the same length. */
export type Mp3Rate = 24 | 48;

/**
 * Every call works on one local file, in a child process that may open that file only (no network protocol,
 * no playlist, only whitelisted containers), with limits on time and output.
 * @throws AppError 'media.unsupported' container not on the whitelist; 'media.invalid' empty, truncated
 *   beyond use or unreadable; 'media.no-audio'; 'media.too-long' (params: limit in hours)
 */
export interface MediaDecoder {
  readonly name: string;
  probe(path: string): Promise<MediaProbe>;
  /**
   * Writes signed 16-bit little-endian, 16 kHz, mono samples without a header, up to `maxDurationMs`.
   * @throws AppError as probe; the signal's reason when aborted
   */
  decode(
    inputPath: string,
    outputPath: string,
    options: { maxDurationMs: number; signal: AbortSignal; onProgress: (fraction: number) => void },
  ): Promise<{ durationMs: number }>;
  /**
   * Decodes a recording that still grows (WebM as a browser writes it), in the format of `decode` and on the same
   * timeline, until `ended` is settled and its last byte is decoded. The samples are in the file soon after their bytes
   * are in the recording; both files may be missing at first. The child reads a pipe and may open no file at all.
   * @throws AppError 'media.invalid' when nothing could be decoded; the signal's reason when aborted. The output is
   *   then removed.
   */
  follow(
    inputPath: string,
    outputPath: string,
    options: { ended: Promise<unknown>; signal: AbortSignal },
  ): Promise<{ durationMs: number }>;
  /**
   * A constant bit rate lets players seek by calculating the offset; times equal those in the samples.
   * @throws Error when the file could not be written; the signal's reason when aborted
   */
  encode(
    samplesPath: string,
    outputPath: string,
    options: { kbitPerSecond: Mp3Rate; signal: AbortSignal },
  ): Promise<void>;
}
