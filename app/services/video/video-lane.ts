/** The queue of a person's videos, which are fetched one at a time, beside the queue of their recordings. */
export const videoLane = (userId: number) => `video:${userId}`;
