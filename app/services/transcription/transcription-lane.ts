/** The queue of a person's recordings, which are transcribed one at a time. */
export const transcriptionLane = (userId: number) => `user:${userId}`;
