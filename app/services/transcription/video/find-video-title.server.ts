import { videoSite } from '@/app/integrations/video-site/index.server';

/** @throws AppError 'video.not-found', 'video.unreachable' */
export function findVideoTitle(videoId: string): Promise<string> {
  return videoSite.readTitle(videoId);
}
