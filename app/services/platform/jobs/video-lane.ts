/** Queue lane of a user's videos, downloaded one at a time; separate from the lane of their recordings. */
export const videoLane = (userId: number) => `video:${userId}`;
