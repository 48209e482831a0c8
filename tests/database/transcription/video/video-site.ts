import { startVideoServer, type VideoServer } from '@/tests/support/video-server';

/** Import before the app, which reads its settings on import: a video site for this test file. */
export const videoServer: VideoServer = await startVideoServer();
process.env.YOUTUBE_BASE_URL = videoServer.url;
