import { describe, expect, it } from 'vitest';
import {
  type BotMessage,
  type Conversation,
  DETAILS,
  handleReply,
  handleSendFailure,
  parseChoice,
  startConversation,
} from '@/app/domain/support/conversation';

/** The bot's messages after these replies, in sequence, and the resulting state. */
function talk(
  asked: Conversation['asked'],
  ...replies: string[]
): { says: BotMessage[]; last: Conversation } {
  let { says, conversation } = startConversation(asked);
  for (const said of replies) {
    const turn = handleReply(conversation, said);
    says = [...says, ...turn.says];
    conversation = turn.conversation;
  }
  return { says, last: conversation };
}

const ana = ['Ana', 'ana@example.com', 'Como edito?'] as const;

describe('the conversation with support', () => {
  it('asks for name, e-mail and question, asks to confirm them, and sends them', () => {
    const { says, last } = talk(DETAILS, 'yes', ...ana, 'yes');
    expect(says).toEqual(['offer', 'name', 'email', 'question', 'confirm', 'sending']);
    expect(last).toMatchObject({
      step: 'sending',
      details: { name: 'Ana', email: 'ana@example.com', question: 'Como edito?' },
    });
  });

  it('skips details known from the account', () => {
    const { says, last } = talk(['question'], 'yes', 'Como edito?');
    expect(says).toEqual(['offer', 'question', 'confirm']);
    expect(last.details).toEqual({ question: 'Como edito?' });
  });

  it('stays at the offer after a no, and can start later', () => {
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

  it('asks for all details again when they are not confirmed', () => {
    const { says, last } = talk(DETAILS, 'yes', ...ana, 'no');
    expect(says.at(-1)).toBe('name');
    expect(last.details).toEqual({});
    expect(talk(['question'], 'yes', 'Como edito?', 'no').last).toMatchObject({
      step: 'question',
      details: {},
    });
  });

  it('asks again after an unclear choice', () => {
    expect(talk(DETAILS, 'talvez').says.at(-1)).toBe('unclear');
    const { says, last } = talk(DETAILS, 'yes', ...ana, '');
    expect([says.at(-1), last.step]).toEqual(['unclear', 'confirm']);
    expect(last.details).toMatchObject({ name: 'Ana' });
  });

  it('ignores input while the e-mail is being sent', () => {
    const { says, last } = talk(DETAILS, 'yes', ...ana, 'yes', 'no', 'yes');
    expect(says.at(-1)).toBe('sending');
    expect(last.step).toBe('sending');
  });

  it('asks whether to retry after a failure, and keeps all details', () => {
    const { last } = talk(DETAILS, 'yes', ...ana, 'yes');
    const again = handleSendFailure(last, undefined);
    expect(again.says).toEqual(['confirm']);
    expect(handleReply(again.conversation, 'yes').conversation).toEqual(last);
  });

  it('asks only for the invalid detail', () => {
    const { last } = talk(DETAILS, 'yes', ...ana, 'yes');
    const again = handleSendFailure(last, 'email');
    expect(again.says).toEqual(['email']);
    const mended = handleReply(again.conversation, 'rui@example.com');
    expect(mended.says).toEqual(['confirm']);
    expect(mended.conversation.details).toEqual({ ...last.details, email: 'rui@example.com' });
    expect(handleSendFailure(talk(['question'], 'yes', 'x', 'yes').last, 'email').says).toEqual(['confirm']);
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
  ])('parses %j as %j', (typed, choice) => {
    expect(parseChoice(typed, portuguese)).toBe(choice);
  });

  it('uses the words of the page’s language', () => {
    expect(parseChoice('y', { yes: 'Yes', no: 'No' })).toBe('yes');
    expect(parseChoice('NO', { yes: 'Yes', no: 'No' })).toBe('no');
  });
});
