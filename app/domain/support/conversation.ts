/** What a person tells support, by the name of the form field. */
export const DETAILS = ['name', 'email', 'question'] as const;

export type Detail = (typeof DETAILS)[number];

/**
 * Where the conversation stands (specification: support chat): whether an e-mail is wanted at all, one of the
 * details, whether they are right, and on the way.
 */
export type Step = 'offer' | Detail | 'confirm' | 'sending';

/** What support says; the page has the words. */
export type Line = Step | 'declined' | 'unclear' | 'emailInvalid' | 'sent' | 'within' | 'thanks';

export interface Conversation {
  step: Step;
  /** The details to ask for; what the account tells is not among them. */
  asked: readonly Detail[];
  details: Partial<Record<Detail, string>>;
}

/** What is said next, and where that leaves the conversation. */
export interface Turn {
  says: Line[];
  conversation: Conversation;
}

export function begin(asked: readonly Detail[]): Turn {
  return { says: ['offer'], conversation: { step: 'offer', asked, details: {} } };
}

/** Whether a conversation waits for yes or no. */
export const isChoice = ({ step }: Conversation): boolean => step === 'offer' || step === 'confirm';

/**
 * Goes on with what the person said.
 * @param said 'yes' or 'no' to a choice, anything else for neither; else the text typed, not empty
 */
export function reply(conversation: Conversation, said: string): Turn {
  const { step } = conversation;
  if (step === 'sending') return { says: [], conversation };
  if (step === 'offer' || step === 'confirm') return choose(conversation, said);
  return tell(conversation, step, said);
}

function choose(conversation: Conversation, said: string): Turn {
  if (said !== 'yes' && said !== 'no') return { says: ['unclear'], conversation };
  if (conversation.step === 'confirm' && said === 'yes') return moveTo('sending', conversation);
  if (conversation.step === 'offer' && said === 'no') return { says: ['declined'], conversation };
  return moveTo(conversation.asked[0]!, { ...conversation, details: {} });
}

function tell(conversation: Conversation, detail: Detail, said: string): Turn {
  if (detail === 'email' && !isEmail(said)) return { says: ['emailInvalid'], conversation };
  const { asked, details } = conversation;
  const told = { ...conversation, details: { ...details, [detail]: said } };
  const next = asked.slice(asked.indexOf(detail) + 1).find((later) => !told.details[later]);
  return moveTo(next ?? 'confirm', told);
}

/** What is said when the e-mail was sent. */
export const THANKS: Line[] = ['sent', 'within', 'thanks'];

/**
 * Goes on after the reason was told why the e-mail was not sent: asks anew for the detail that was wrong, else
 * whether to send again.
 */
export function recover(conversation: Conversation, wrong: string | undefined): Turn {
  return moveTo(conversation.asked.find((detail) => detail === wrong) ?? 'confirm', conversation);
}

const moveTo = (step: Step, conversation: Conversation): Turn => ({
  says: [step],
  conversation: { ...conversation, step },
});

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/**
 * Reads a typed yes or no: the word or its first letter, whatever its case and accents.
 * @param words those of the reader's language
 * @returns 'yes', 'no', or '' for neither
 */
export function readChoice(typed: string, words: { yes: string; no: string }): 'yes' | 'no' | '' {
  const said = lettersOf(typed);
  const isWord = (word: string) => said === lettersOf(word) || said === lettersOf(word)[0];
  return isWord(words.yes) ? 'yes' : isWord(words.no) ? 'no' : '';
}

const lettersOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
