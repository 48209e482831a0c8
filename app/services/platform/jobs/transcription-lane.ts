/** Queue lane of a user's recordings, which are transcribed one at a time. */
export const transcriptionLane = (userId: number) => `user:${userId}`;
