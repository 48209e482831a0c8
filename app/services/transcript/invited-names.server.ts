import type { MeetingGuest } from '@/app/domain/calendar/assistant';
import { Meeting } from '@/models/meeting.server';

/**
 * Names of those who were invited to the meeting that was transcribed: candidates for the names of its speakers, and
 * words that may occur. They are nobody's name before somebody says so. Empty for another recording.
 */
export async function readInvitedNames(transcriptionId: number): Promise<string[]> {
  const meeting = await Meeting.findOne({ where: { transcriptionId }, attributes: ['guests'] });
  const guests = JSON.parse(meeting?.guests ?? '[]') as MeetingGuest[];
  return [...new Set(guests.map(({ name }) => name).filter((name) => name !== ''))];
}
