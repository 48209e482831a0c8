import { startVideoServer, type VideoServer } from '../../support/video-server';

/** Imported before anything of the app, which reads its settings as it is imported: a video site of this test file's own. */
export const videoServer: VideoServer = await startVideoServer();
process.env.YOUTUBE_BASE_URL = videoServer.url;
