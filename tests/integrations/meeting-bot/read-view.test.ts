import { describe, expect, it } from 'vitest';
import type { PageView } from '@/app/integrations/meeting-bot/meet/page-contract';
import { readEnd, readEntrance, readPresent } from '@/app/integrations/meeting-bot/meet/read-view';

const tile = (name: string, id = name) => ({ id, name });

const view = (parts: Partial<PageView>): PageView => ({
  url: 'https://meet.google.com/abc-defg-hij',
  text: '',
  buttons: [],
  hasNameInput: false,
  tiles: [],
  connections: 0,
  ...parts,
});

const CALL = { tiles: [tile('Ana Souza')], buttons: ['Leave call'], connections: 1 };

describe('the way in', () => {
  it.each<[string, Partial<PageView>, string]>([
    ['a page that loads', {}, 'unknown'],
    ['a lobby', { buttons: ['Leave call', 'Ask to join'], tiles: [tile('')] }, 'can-join'],
    ['another label', { buttons: ['Ask to join anyway'] }, 'can-join'],
    ['the lobby in Portuguese', { buttons: ['Participar agora'] }, 'can-join'],
    [
      'waiting, with the own preview and the button of the call',
      { ...CALL, text: 'Asking to be let in...', buttons: ['Leave call', 'Return to home screen'] },
      'waiting',
    ],
    [
      'the question of the note taker',
      { ...CALL, text: 'Gemini is taking notes', buttons: ['Join now', 'Leave', 'Leave call'] },
      'can-join',
    ],
    ['an effects panel without a name', { tiles: [tile('')], buttons: ['Leave call'] }, 'unknown'],
    ['a call', CALL, 'admitted'],
    [
      'a request that nobody answered',
      { text: 'You can’t join this call\nNo one responded to your request to join the call' },
      'lapsed',
    ],
    [
      'a request that was refused',
      { text: 'You can’t join this call\nSomeone in the call denied your request to join' },
      'denied',
    ],
    ['a meeting that takes no strangers', { text: "You can't join this video call" }, 'blocked'],
    ['an unknown code', { text: 'Check your meeting code' }, 'not-found'],
    ['a sign-in page of Google', { url: 'https://accounts.google.com/v3/signin' }, 'sign-in-required'],
  ])('shows %s', (_what, parts, screen) => {
    expect(readEntrance(view(parts))).toBe(screen);
  });
});

describe('the end of a call', () => {
  it.each<[string, Partial<PageView>, string | null]>([
    ['a call that goes on', CALL, null],
    ['a line of the chat about an end', { ...CALL, text: 'You’ve been removed from the meeting' }, null],
    ['a removal', { text: 'You’ve been removed from the meeting' }, 'removed'],
    ['a removal in Portuguese', { text: 'Você foi removido da reunião' }, 'removed'],
    ['an end by the host', { text: 'The meeting has ended' }, 'ended'],
    ['no tiles and no words', {}, null],
  ])('is read from %s', (_what, parts, end) => {
    expect(readEnd(view(parts))).toBe(end);
  });
});

describe('who is there', () => {
  const self = { botName: 'Assistente de Ana', ids: new Set(['own']) };

  it('leaves out the assistant itself, presentations and tiles without names', () => {
    const tiles = [
      tile('Assistente de Ana'),
      tile('Conta da empresa', 'own'),
      tile('Ana Souza (You)'),
      tile('Bruno Lima'),
      tile('Bruno Lima (presenting)'),
      tile(''),
    ];
    expect(readPresent(tiles, self)).toEqual({ people: ['Bruno Lima'], assistants: [] });
  });

  it('tells other assistants from people', () => {
    const names = ['Fireflies.ai Notetaker', 'MeetBot', 'Call Recorder', 'Assistente de Bruno', 'Ana Abbott'];
    expect(
      readPresent(
        names.map((name) => tile(name)),
        self,
      ),
    ).toEqual({
      people: ['Ana Abbott'],
      assistants: names.slice(0, 4),
    });
  });
});
