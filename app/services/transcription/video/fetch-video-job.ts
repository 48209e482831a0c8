import { videoLane } from '../../platform/jobs/video-lane';

/** The job that downloads the video of a transcription. */
export const fetchVideoJob = ({ id, userId }: { id: number; userId: number }) => ({
  name: 'fetch-video',
  payload: { transcriptionId: id },
  lane: videoLane(userId),
});
