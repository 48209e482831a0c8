import { createHash } from 'node:crypto';

/** Of an event's id, which may be too long for an index. */
export const eventKeyOf = (eventId: string): string => createHash('sha256').update(eventId).digest('hex');
