import { describe, expect, it } from 'vitest';
import {
  mergeParticipants,
  type Participant,
  renameParticipants,
} from '@/app/domain/transcript/degravacao/record';

const participant = (speaker: string, role = speaker.toLowerCase()): Participant => ({
  speaker,
  role,
  name: '',
});
const shown = (participants: Participant[]) => participants.map(({ speaker, role }) => `${speaker} ${role}`);

describe('mergeParticipants', () => {
  it('keeps those whom a form does not name, up to a limit', () => {
    const kept = [participant('A'), participant('B'), participant('C')];
    expect(shown(mergeParticipants(kept, [participant('B', 'novo')], 2))).toEqual(['B novo', 'A a']);
  });
});

describe('renameParticipants', () => {
  it('moves details to a new name', () => {
    const renamed = renameParticipants([participant('A'), participant('B')], [{ from: 'A', to: 'Ana' }]);
    expect(shown(renamed)).toEqual(['B b', 'Ana a']);
  });

  it('keeps the details of the other where two become one, unless there are none', () => {
    const become = [{ from: 'A', to: 'B' }];
    expect(shown(renameParticipants([participant('A'), participant('B')], become))).toEqual(['B b']);
    expect(shown(renameParticipants([participant('A'), participant('B', '')], become))).toEqual(['B a']);
  });
});
