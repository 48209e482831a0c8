/** The queue of a person's mails, apart from that of their recordings, behind which a mail would wait. */
export const accountLane = (userId: number) => `account:${userId}`;
