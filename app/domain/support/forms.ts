import { z } from 'zod';
import { email, userName } from '../account/sign-in-forms';
import { requiredText, submissionId } from '../form-fields';
import { QUESTION_LENGTH } from './limits';

const cleanQuestion = (typed: string) =>
  typed
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();

export const questionSchema = z.object({
  submissionId,
  name: userName,
  email: email('account.email-required', 'support.email-invalid'),
  question: requiredText(cleanQuestion, 'support.question-required', {
    most: QUESTION_LENGTH,
    tooLong: 'support.question-too-long',
  }),
});

/** From a signed-in user, whose name and e-mail address come from the account. */
export const memberQuestionSchema = questionSchema.omit({ name: true, email: true });
