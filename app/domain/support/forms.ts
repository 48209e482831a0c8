import { z } from 'zod';
import { email, userName } from '../account/sign-in-forms';
import type { AppErrorCode } from '../errors';
import { submissionId } from '../form-fields';
import { QUESTION_LENGTH } from './limits';

const code = (value: AppErrorCode) => value;

const question = z
  .string({ error: code('support.question-required') })
  .transform((value) =>
    value
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, '')
      .trim(),
  )
  // The form parser treats an empty text as missing.
  .pipe(
    z
      .string({ error: code('support.question-required') })
      .min(1, code('support.question-required'))
      .max(QUESTION_LENGTH, code('support.question-too-long')),
  );

export const questionSchema = z.object({
  submissionId,
  name: userName,
  email: email(code('account.email-required'), code('support.email-invalid')),
  question,
});

/** From a signed-in user, whose name and e-mail address come from the account. */
export const memberQuestionSchema = questionSchema.omit({ name: true, email: true });
