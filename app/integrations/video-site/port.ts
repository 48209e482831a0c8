/**
 * A site from which the sound of a video is taken, named by an id of 11 characters.
 *
 * @throws AppError 'video.no-downloader' this machine has nothing to download with
 * @throws AppError 'video.refused' the site does not give the video out, to us or to anybody
 */
export interface VideoSite {
  /** @throws AppError 'video.not-found' no such video, or a private one; 'video.unreachable' */
  titleOf(videoId: string): Promise<string>;
  /**
   * How long a video is, in whole milliseconds, without downloading it.
   * @throws AppError 'video.live' it has not ended yet; as above
   */
  durationOf(videoId: string, signal: AbortSignal): Promise<number>;
  /**
   * Downloads the sound into an empty folder.
   * @returns the file's path
   * @throws AppError 'media.too-large' past maxBytes; as above; the signal's reason when aborted
   */
  download(
    videoId: string,
    folder: string,
    options: { maxBytes: number; signal: AbortSignal; onProgress: (fraction: number) => void },
  ): Promise<string>;
}
