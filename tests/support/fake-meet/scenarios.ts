import type { VisitEnd } from '@/app/integrations/meeting-bot/port';
import type { RoomScript } from './room';

/** What somebody outside of the meeting does to a visit. */
interface Act {
  /** Once it has reached this phase. */
  in: 'entering' | 'lobby' | 'recording';
  afterMs: number;
  do: 'stop' | 'kill-browser' | 'kill-child';
}

export interface Scenario {
  name: string;
  /** Among the few that `npm test` runs. */
  isShort?: true;
  room: RoomScript;
  /** A room that does not exist. */
  isUnknown?: true;
  act?: Act;
  maxWaitMs?: number;
  leaveAfterMs?: number;
  expected: {
    reason: VisitEnd['reason'];
    /** A part of the detail. */
    detail?: string;
    knocks?: number;
    admissions?: number;
    /** Lines of the assistant in the chat. */
    lines?: number;
    isRecorded: boolean;
    /** People named in the timeline. */
    people?: string[];
  };
}

const END = { do: 'end', afterMs: 2_500 } as const;
const IN_CALL = { admissions: 1, lines: 1, isRecorded: true };
const OUTSIDE = { admissions: 0, lines: 0, isRecorded: false };

/** Ways in which visits end, each with what must be true afterwards. Without voices. */
export const SCENARIOS: Scenario[] = [
  {
    name: 'the host ends the meeting',
    isShort: true,
    room: { events: [END] },
    expected: { reason: 'ended', knocks: 1, people: ['Ana Souza', 'Bruno Lima'], ...IN_CALL },
  },
  {
    name: 'somebody removes the assistant',
    isShort: true,
    room: { events: [{ do: 'remove', afterMs: 2_000 }] },
    expected: { reason: 'removed', ...IN_CALL },
  },
  {
    name: 'everybody else leaves',
    isShort: true,
    room: {
      events: [
        { do: 'leave', name: 'Ana Souza', afterMs: 1_500 },
        { do: 'leave', name: 'Bruno Lima', afterMs: 2_000 },
      ],
    },
    expected: { reason: 'alone', ...IN_CALL },
  },
  {
    name: 'everybody else leaves an assistant with an account',
    room: {
      accountName: 'Conta da Empresa',
      people: ['Ana Souza'],
      events: [{ do: 'leave', name: 'Ana Souza', afterMs: 1_500 }],
    },
    expected: { reason: 'alone', people: ['Ana Souza'], ...IN_CALL },
  },
  {
    name: 'one comes back before the assistant has gone',
    room: {
      people: ['Ana Souza'],
      events: [
        { do: 'leave', name: 'Ana Souza', afterMs: 1_500 },
        { do: 'join', name: 'Carla Dias', afterMs: 2_500 },
        { do: 'end', afterMs: 6_000 },
      ],
    },
    expected: { reason: 'ended', people: ['Ana Souza', 'Carla Dias'], ...IN_CALL },
  },
  {
    name: 'nobody else ever comes',
    room: { people: [], entrance: 'open' },
    expected: { reason: 'nobody-came', people: [], ...IN_CALL },
  },
  {
    name: 'only other assistants stay',
    isShort: true,
    room: {
      people: ['Ana Souza', 'Fireflies.ai Notetaker', 'MeetBot'],
      events: [{ do: 'leave', name: 'Ana Souza', afterMs: 1_500 }],
    },
    expected: { reason: 'silence', people: ['Ana Souza'], ...IN_CALL },
  },
  {
    name: 'only other assistants ever come',
    room: { people: ['Assistente de Ana', 'Call Recorder'], entrance: 'open' },
    expected: { reason: 'silence', people: [], ...IN_CALL },
  },
  {
    name: 'its owner stops it in the call',
    room: {},
    act: { in: 'recording', afterMs: 2_000, do: 'stop' },
    expected: { reason: 'stopped', ...IN_CALL },
  },
  {
    name: 'its owner stops it in the lobby',
    room: { answer: 'none' },
    act: { in: 'lobby', afterMs: 500, do: 'stop' },
    expected: { reason: 'stopped', ...OUTSIDE },
  },
  {
    name: 'its owner stops it while the page loads',
    room: { entrance: 'never-loads' },
    act: { in: 'entering', afterMs: 300, do: 'stop' },
    expected: { reason: 'stopped', ...OUTSIDE },
  },
  {
    name: 'the longest duration is over',
    room: {},
    leaveAfterMs: 15_000,
    expected: { reason: 'time-limit', ...IN_CALL },
  },
  {
    name: 'the longest duration is over in the lobby',
    room: { answer: 'none' },
    leaveAfterMs: 10_000,
    expected: { reason: 'time-limit', ...OUTSIDE },
  },
  {
    name: 'the host refuses it',
    isShort: true,
    room: { answer: 'deny' },
    expected: { reason: 'denied', knocks: 1, ...OUTSIDE },
  },
  {
    name: 'nobody answers',
    isShort: true,
    room: { answer: 'none' },
    maxWaitMs: 2_000,
    expected: { reason: 'lobby-timeout', knocks: 1, ...OUTSIDE },
  },
  {
    name: 'every request lapses until the wait is over',
    room: { lapses: 100, lapseAfterMs: 300 },
    maxWaitMs: 5_000,
    expected: { reason: 'lobby-timeout', ...OUTSIDE },
  },
  {
    name: 'two requests lapse, and the third is granted',
    isShort: true,
    room: { lapses: 2, events: [END] },
    expected: { reason: 'ended', knocks: 3, ...IN_CALL },
  },
  {
    name: 'a lapsed request leaves a page without a way to ask',
    room: { lapses: 1, needsReload: true, events: [END] },
    expected: { reason: 'ended', knocks: 2, ...IN_CALL },
  },
  {
    name: 'a request lapses, and the next is refused',
    room: { lapses: 1, answer: 'deny' },
    expected: { reason: 'denied', knocks: 2, ...OUTSIDE },
  },
  {
    name: 'the host answers late',
    room: { answerAfterMs: 5_000, events: [END] },
    expected: { reason: 'ended', knocks: 1, ...IN_CALL },
  },
  {
    name: 'strangers may not join',
    room: { entrance: 'blocked' },
    expected: { reason: 'blocked', knocks: 0, ...OUTSIDE },
  },
  {
    name: 'the page looks refusing while it loads',
    isShort: true,
    room: { falseAlarmMs: 600, events: [END] },
    expected: { reason: 'ended', ...IN_CALL },
  },
  {
    name: 'the meeting wants an account',
    room: { entrance: 'sign-in' },
    expected: { reason: 'sign-in-required', ...OUTSIDE },
  },
  {
    name: 'no meeting has the code',
    room: { entrance: 'not-found' },
    expected: { reason: 'not-found', ...OUTSIDE },
  },
  {
    name: 'the code is nobody’s',
    room: {},
    isUnknown: true,
    expected: { reason: 'not-found', ...OUTSIDE },
  },
  {
    name: 'the page never loads',
    room: { entrance: 'never-loads' },
    expected: { reason: 'unreachable', ...OUTSIDE },
  },
  {
    name: 'the server is down',
    room: { entrance: 'broken' },
    expected: { reason: 'unreachable', detail: '503', ...OUTSIDE },
  },
  {
    name: 'the page stays empty',
    room: { entrance: 'empty' },
    expected: { reason: 'unreachable', ...OUTSIDE },
  },
  {
    name: 'the page has no way in that is known',
    room: { entrance: 'no-buttons' },
    expected: { reason: 'no-way-in', detail: 'Take a tour', ...OUTSIDE },
  },
  {
    name: 'hints and the question of the note taker stand in the way',
    isShort: true,
    room: { popups: ['got-it', 'note-taker'], events: [{ do: 'end', afterMs: 5_000 }] },
    expected: { reason: 'ended', knocks: 1, ...IN_CALL },
  },
  {
    name: 'anybody may join',
    room: { entrance: 'open', events: [END] },
    expected: { reason: 'ended', knocks: 1, ...IN_CALL },
  },
  {
    name: 'the button has another label',
    room: { joinLabel: 'Ask to join anyway', events: [END] },
    expected: { reason: 'ended', knocks: 1, ...IN_CALL },
  },
  {
    name: 'another device of the account is there',
    room: { joinLabel: 'Join here too', events: [END] },
    expected: { reason: 'ended', knocks: 1, ...IN_CALL },
  },
  {
    name: 'the page is Portuguese',
    room: { language: 'pt', events: [END] },
    expected: { reason: 'ended', knocks: 1, ...IN_CALL },
  },
  {
    name: 'the host refuses it in Portuguese',
    room: { language: 'pt', answer: 'deny' },
    expected: { reason: 'denied', ...OUTSIDE },
  },
  {
    name: 'the chat is closed',
    room: { isChatClosed: true, events: [{ do: 'end', afterMs: 6_000 }] },
    expected: { reason: 'ended', admissions: 1, lines: 0, isRecorded: true },
  },
  {
    name: 'somebody writes that it was removed',
    room: {
      events: [
        { do: 'write', line: 'You’ve been removed from the meeting', afterMs: 1_000 },
        { do: 'end', afterMs: 4_000 },
      ],
    },
    expected: { reason: 'ended', ...IN_CALL },
  },
  {
    name: 'a hand-out hides all tiles for a while',
    room: {
      events: [
        { do: 'hide-tiles', afterMs: 1_500 },
        { do: 'show-tiles', afterMs: 3_000 },
        { do: 'end', afterMs: 5_000 },
      ],
    },
    expected: { reason: 'ended', ...IN_CALL },
  },
  {
    name: 'the browser is killed',
    isShort: true,
    room: {},
    act: { in: 'recording', afterMs: 2_500, do: 'kill-browser' },
    expected: { reason: 'crashed', ...IN_CALL },
  },
  {
    name: 'the process of the visit is killed',
    room: {},
    act: { in: 'recording', afterMs: 2_500, do: 'kill-child' },
    expected: { reason: 'crashed', ...IN_CALL },
  },
  {
    name: 'the page loads anew',
    room: { events: [{ do: 'reload', afterMs: 2_500 }] },
    expected: { reason: 'crashed', ...IN_CALL },
  },
  {
    name: 'the page freezes',
    room: { events: [{ do: 'freeze', afterMs: 2_500 }] },
    expected: { reason: 'crashed', ...IN_CALL },
  },
];
