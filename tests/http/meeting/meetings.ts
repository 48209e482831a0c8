import { randomUUID } from 'node:crypto';
import type { RunningCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { change, rows } from '../platform/data-dir';

export type MeetingUser = TestUser & { email: string };

/** Signs up a user with a subscription, who has accepted the terms of the assistant. */
export async function signUpMeetingUser(
  celeste: RunningCeleste,
  { name = 'Ana Souza', hasTerms = true } = {},
): Promise<MeetingUser> {
  const user = await signUp(celeste, name);
  const acceptedAt = hasTerms ? sqlTime(Date.now()) : 'NULL';
  await change(
    celeste,
    `UPDATE users SET consumption_rule = 'SUBSCRIPTION', meeting_terms_accepted_at = ${acceptedAt}
     WHERE email = '${user.email}'`,
  );
  return user;
}

const sqlTime = (ms: number) => `'${new Date(ms).toISOString().replace('T', ' ').replace('Z', ' +00:00')}'`;

export interface MeetingState {
  title?: string;
  type?: 'instant' | 'scheduled';
  status?: 'waiting' | 'running' | 'completed' | 'failed';
  phase?: 'entering' | 'lobby' | 'recording' | 'rejoining' | 'finishing' | null;
  /** From now; negative for the past. */
  startsInMinutes?: number;
  waitsForMinutes?: number;
  recordsForMinutes?: number;
  people?: string[];
  endReason?: string;
  /** Whether the newest transcription is what it became. */
  isTranscribed?: boolean;
}

/** Inserts a meeting in a state into which only the assistant could bring it. @returns the path of its page */
export async function addMeeting(
  celeste: RunningCeleste,
  owner: { email: string },
  state: MeetingState = {},
): Promise<string> {
  const { title = 'Pauta', type = 'scheduled', status = 'waiting', phase = null, people } = state;
  const { startsInMinutes = 24 * 60, waitsForMinutes, recordsForMinutes, endReason } = state;
  const publicId = randomUUID().replaceAll('-', '').slice(0, 22);
  const inMinutes = (minutes: number | undefined) =>
    minutes === undefined ? 'NULL' : sqlTime(Date.now() + minutes * 60_000);
  const textOf = (text: string | null | undefined) => (text ? `'${text.replaceAll("'", "''")}'` : 'NULL');
  const isOver = status === 'completed' || status === 'failed';
  const since = recordsForMinutes === undefined ? undefined : -recordsForMinutes;
  const transcription = state.isTranscribed ? '(SELECT MAX(id) FROM transcriptions)' : 'NULL';
  await change(
    celeste,
    `INSERT INTO meetings (public_id, user_id, title, room, type, status, phase, starts_at, language,
       waits_until, recording_since, leaves_at, people, ended_at, end_reason, transcription_id, created_at,
       updated_at)
     SELECT '${publicId}', id, ${textOf(title)}, '${publicId.toLowerCase()}', '${type}', '${status}',
       ${textOf(phase)}, ${inMinutes(startsInMinutes)}, 'pt', ${inMinutes(waitsForMinutes)}, ${inMinutes(since)},
       ${inMinutes(since === undefined ? undefined : since + 240)}, ${textOf(people && JSON.stringify(people))},
       ${isOver ? inMinutes(-5) : 'NULL'}, ${textOf(endReason)}, ${transcription}, ${inMinutes(0)},
       ${inMinutes(0)}
     FROM users WHERE email = '${owner.email}'`,
  );
  return `/meetings/${publicId}`;
}

/** Meetings in every state, each with its path. */
export async function addMeetings(celeste: RunningCeleste, owner: { email: string }) {
  const add = (state: MeetingState) => addMeeting(celeste, owner, state);
  const instant = { type: 'instant', startsInMinutes: -1 } as const;
  const over = { type: 'instant', startsInMinutes: -90, recordsForMinutes: 89 } as const;
  return {
    scheduled: await add({ title: 'Reunião de pauta' }),
    sent: await add({ type: 'instant', startsInMinutes: 0, title: 'A caminho' }),
    inLobby: await add({ ...instant, title: 'Diretoria', phase: 'lobby', waitsForMinutes: 5 }),
    running: await add({
      ...{ ...instant, title: 'Entrevista', status: 'running', phase: 'recording' },
      ...{ recordsForMinutes: 20, people: ['Bia Lopes', 'Caio <Prado>'] },
    }),
    failed: await add({ title: 'Recusada', ...over, status: 'failed', endReason: 'denied' }),
    completed: await add({ title: 'Feita', ...over, status: 'completed', endReason: 'ended' }),
  };
}

/** The fields of the form of a new meeting; `inMinutes` from now, in the time zone of São Paulo, if scheduled. */
export function meetingFields(
  values: Record<string, string> = {},
  inMinutes?: number,
): Record<string, string> {
  const room = randomUUID().slice(0, 18);
  const fields = { intent: 'create', meet_name: 'Pauta', meet_url: `meet.google.com/${room}` };
  if (inMinutes === undefined) return { ...fields, meet_type: 'instant', ...values };
  const at = new Date(Date.now() + inMinutes * 60_000);
  const [date, time] = at.toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' }).split(' ');
  return { ...fields, meet_type: 'scheduled', meet_date: date!, meet_time: time!.slice(0, 5), ...values };
}

/** The newest meeting of a user, as its row. */
export async function newestMeeting(celeste: RunningCeleste, { email }: { email: string }) {
  const [meeting] = await rows(
    celeste,
    `SELECT m.* FROM meetings m JOIN users u ON u.id = m.user_id WHERE u.email = '${email}'
     ORDER BY m.id DESC LIMIT 1`,
  );
  return meeting;
}
