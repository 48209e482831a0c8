/**
 * A video id has 11 characters.
 * @throws AppError 'video.no-downloader' no program is installed; 'video.refused' the site denies access
 */
export interface VideoSite {
  /** @throws AppError 'video.not-found' no such video, or a private one; 'video.unreachable' */
  readTitle(videoId: string): Promise<string>;
  /** Without downloading it. @throws AppError 'video.live' the live stream has not ended; as above */
  readDurationMs(videoId: string, signal: AbortSignal): Promise<number>;
  /** @returns the file's path @throws AppError 'media.too-large'; as above; the signal's reason */
  download(
    videoId: string,
    folder: string,
    options: { maxBytes: number; signal: AbortSignal; onProgress: (fraction: number) => void },
  ): Promise<string>;
}
