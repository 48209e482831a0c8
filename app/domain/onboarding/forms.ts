import { z } from 'zod';
import { code, requiredText, submissionId } from '../form-fields';
import {
  type Answers,
  MAX_ANSWER_LENGTH,
  optionsOf,
  QUESTIONS,
  type Question,
  withAnswer,
} from './questions';

const required = code('onboarding.answer-required');

const text = requiredText((typed) => typed.replace(/[\p{Cc}\s]+/gu, ' ').trim(), required, {
  most: MAX_ANSWER_LENGTH,
  tooLong: 'onboarding.answer-too-long',
});

function answerTo(question: Question) {
  const options = optionsOf(question);
  return options ? z.enum(options, { error: required }) : text;
}

/** Schemas of a question's form by submit button. Going back needs no answer; an invalid one is ignored. */
export function answerSchemas(question: Question) {
  const answer = answerTo(question);
  return {
    next: formWith(question, answer),
    back: formWith(question, answer.optional().catch(undefined)),
  };
}

function formWith(question: Question, answer: z.ZodType<string | undefined>) {
  return z.object({ submissionId, [question]: answer }).transform((fields) => ({
    submissionId: String(fields.submissionId),
    answer: fields[question],
  }));
}

/** Parses stored answers; invalid or outdated ones are dropped. @param json null for none */
export function parseAnswers(json: string | null): Answers {
  const kept = z.record(z.string(), z.unknown()).parse(JSON.parse(json ?? '{}'));
  return QUESTIONS.reduce<Answers>((answers, question) => {
    const { data } = answerTo(question).safeParse(kept[question]);
    return data ? withAnswer(answers, question, data) : answers;
  }, {});
}
