/**
 * Queue lane of a user's account mails, apart from their recordings so that a mail does not wait behind one.
 */
export const accountLane = (userId: number) => `account:${userId}`;
