/** Words in the names that recording assistants give themselves, in English and Portuguese. */
const ASSISTANT_WORDS =
  /(?<![\p{L}\d])(note[\s-]?taker|bot|recorder|assistente|assistant|gravador|gravando)(?![\p{L}\d])/iu;
/** As in 'MeetBot', but not in 'Abbot'. */
const ENDS_AS_BOT = /[\p{Ll}\d]Bot(?![\p{L}\d])/u;

/** Whether a participant's name is that of a recording assistant rather than of a person. */
export const isAssistantName = (name: string): boolean =>
  ASSISTANT_WORDS.test(name) || ENDS_AS_BOT.test(name);
