/**
 * A site that videos' audio is downloaded from. A video id has 11 characters.
 *
 * @throws AppError 'video.no-downloader' no download program is installed
 * @throws AppError 'video.refused' the site denies access to the video
 */
export interface VideoSite {
  /** @throws AppError 'video.not-found' no such video, or a private one; 'video.unreachable' */
  readTitle(videoId: string): Promise<string>;
  /**
   * Duration of a video in whole milliseconds, without downloading it.
   * @throws AppError 'video.live' the live stream has not ended yet; as above
   */
  readDurationMs(videoId: string, signal: AbortSignal): Promise<number>;
  /**
   * Downloads the audio into an empty folder.
   * @returns the file's path
   * @throws AppError 'media.too-large' past maxBytes; as above; the signal's reason when aborted
   */
  download(
    videoId: string,
    folder: string,
    options: { maxBytes: number; signal: AbortSignal; onProgress: (fraction: number) => void },
  ): Promise<string>;
}
