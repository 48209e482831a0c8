import { describe, expect, it } from 'vitest';
import {
  begin,
  type Conversation,
  DETAILS,
  type Line,
  readChoice,
  recover,
  reply,
} from '@/app/domain/support/conversation';

/** What support says to these replies, one after the other, and where that leads. */
function talk(asked: Conversation['asked'], ...replies: string[]): { says: Line[]; last: Conversation } {
  let { says, conversation } = begin(asked);
  for (const said of replies) {
    const turn = reply(conversation, said);
    says = [...says, ...turn.says];
    conversation = turn.conversation;
  }
  return { says, last: conversation };
}

const ana = ['Ana', 'ana@example.com', 'Como edito?'] as const;

describe('the conversation with support', () => {
  it('asks for name, e-mail and question, has them confirmed, and sends them', () => {
    const { says, last } = talk(DETAILS, 'yes', ...ana, 'yes');
    expect(says).toEqual(['offer', 'name', 'email', 'question', 'confirm', 'sending']);
    expect(last).toMatchObject({
      step: 'sending',
      details: { name: 'Ana', email: 'ana@example.com', question: 'Como edito?' },
    });
  });

  it('skips what the account tells', () => {
    const { says, last } = talk(['question'], 'yes', 'Como edito?');
    expect(says).toEqual(['offer', 'question', 'confirm']);
    expect(last.details).toEqual({ question: 'Como edito?' });
  });

  it('stays where it is after a no to the offer, and may begin later', () => {
    expect(talk(DETAILS, 'no', 'no', 'yes').says).toEqual(['offer', 'declined', 'declined', 'name']);
  });

  it.each(['ana', 'ana@', '@example.com', 'ana@example', 'ana souza@example.com', 'ana@exa mple.com'])(
    'asks again for the e-mail after %s',
    (email) => {
      const { says, last } = talk(DETAILS, 'yes', 'Ana', email);
      expect(says.at(-1)).toBe('emailInvalid');
      expect(last.step).toBe('email');
      expect(last.details).toEqual({ name: 'Ana' });
    },
  );

  it('begins the details anew after a no to them', () => {
    const { says, last } = talk(DETAILS, 'yes', ...ana, 'no');
    expect(says.at(-1)).toBe('name');
    expect(last.details).toEqual({});
    expect(talk(['question'], 'yes', 'Como edito?', 'no').last).toMatchObject({
      step: 'question',
      details: {},
    });
  });

  it('does not guess at a choice', () => {
    expect(talk(DETAILS, 'talvez').says.at(-1)).toBe('unclear');
    const { says, last } = talk(DETAILS, 'yes', ...ana, '');
    expect([says.at(-1), last.step]).toEqual(['unclear', 'confirm']);
    expect(last.details).toMatchObject({ name: 'Ana' });
  });

  it('does not listen while the e-mail is on its way', () => {
    const { says, last } = talk(DETAILS, 'yes', ...ana, 'yes', 'no', 'yes');
    expect(says.at(-1)).toBe('sending');
    expect(last.step).toBe('sending');
  });

  it('asks whether to send again when it failed, with all details kept', () => {
    const { last } = talk(DETAILS, 'yes', ...ana, 'yes');
    const again = recover(last, undefined);
    expect(again.says).toEqual(['confirm']);
    expect(reply(again.conversation, 'yes').conversation).toEqual(last);
  });

  it('asks for the one detail that was wrong, and no other', () => {
    const { last } = talk(DETAILS, 'yes', ...ana, 'yes');
    const again = recover(last, 'email');
    expect(again.says).toEqual(['email']);
    const mended = reply(again.conversation, 'rui@example.com');
    expect(mended.says).toEqual(['confirm']);
    expect(mended.conversation.details).toEqual({ ...last.details, email: 'rui@example.com' });
    expect(recover(talk(['question'], 'yes', 'x', 'yes').last, 'email').says).toEqual(['confirm']);
  });
});

describe('a typed choice', () => {
  const portuguese = { yes: 'Sim', no: 'Não' };
  it.each([
    ['Sim', 'yes'],
    [' sim! ', 'yes'],
    ['S', 'yes'],
    ['Não', 'no'],
    ['nao', 'no'],
    ['na\u0303o', 'no'],
    ['n', 'no'],
    ['', ''],
    ['simples', ''],
    ['yes', ''],
    ['👍', ''],
  ])('%j means %j', (typed, choice) => {
    expect(readChoice(typed, portuguese)).toBe(choice);
  });

  it('is read in the words of the page', () => {
    expect(readChoice('y', { yes: 'Yes', no: 'No' })).toBe('yes');
    expect(readChoice('NO', { yes: 'Yes', no: 'No' })).toBe('no');
  });
});
