/** Details of a support request, by form field name. */
export const DETAILS = ['name', 'email', 'question'] as const;

type Detail = (typeof DETAILS)[number];

/** Offers an e-mail, asks for one of the details, confirms them, or sends (specification: support chat). */
export type Step = 'offer' | Detail | 'confirm' | 'sending';

/** Messages of the support bot; the page has the texts. */
export type BotMessage = Step | 'declined' | 'unclear' | 'emailInvalid' | 'sent' | 'within' | 'thanks';

export interface Conversation {
  step: Step;
  /** The details to ask for, without those known from the account. */
  asked: readonly Detail[];
  details: Partial<Record<Detail, string>>;
}

export interface Turn {
  says: BotMessage[];
  conversation: Conversation;
}

export function startConversation(asked: readonly Detail[]): Turn {
  return { says: ['offer'], conversation: { step: 'offer', asked, details: {} } };
}

/** Whether a conversation expects yes or no. */
export const isChoice = ({ step }: Conversation): boolean => step === 'offer' || step === 'confirm';

/** @param said 'yes' or 'no' to a choice, anything else is unclear; otherwise the typed text, not empty */
export function handleReply(conversation: Conversation, said: string): Turn {
  const { step } = conversation;
  if (step === 'sending') return { says: [], conversation };
  if (step === 'offer' || step === 'confirm') return choose(conversation, said);
  return answerDetail(conversation, step, said);
}

function choose(conversation: Conversation, said: string): Turn {
  if (said !== 'yes' && said !== 'no') return { says: ['unclear'], conversation };
  if (conversation.step === 'confirm' && said === 'yes') return moveTo('sending', conversation);
  if (conversation.step === 'offer' && said === 'no') return { says: ['declined'], conversation };
  return moveTo(conversation.asked[0]!, { ...conversation, details: {} });
}

function answerDetail(conversation: Conversation, detail: Detail, said: string): Turn {
  if (detail === 'email' && !isEmail(said)) return { says: ['emailInvalid'], conversation };
  const { asked, details } = conversation;
  const told = { ...conversation, details: { ...details, [detail]: said } };
  const next = asked.slice(asked.indexOf(detail) + 1).find((later) => !told.details[later]);
  return moveTo(next ?? 'confirm', told);
}

/** Messages after the e-mail was sent. */
export const THANKS: BotMessage[] = ['sent', 'within', 'thanks'];

/** State transition after a failed e-mail: asks again for the invalid detail, else whether to retry. */
export function handleSendFailure(conversation: Conversation, wrong: string | undefined): Turn {
  return moveTo(conversation.asked.find((detail) => detail === wrong) ?? 'confirm', conversation);
}

const moveTo = (step: Step, conversation: Conversation): Turn => ({
  says: [step],
  conversation: { ...conversation, step },
});

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** The word or its first letter in the user's language, whatever its case and accents; '' for neither. */
export function parseChoice(typed: string, words: { yes: string; no: string }): 'yes' | 'no' | '' {
  const said = lettersOf(typed);
  const isWord = (word: string) => said === lettersOf(word) || said === lettersOf(word)[0];
  return isWord(words.yes) ? 'yes' : isWord(words.no) ? 'no' : '';
}

const lettersOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
