import { z } from 'zod';
import { codeSchema, email, userName } from '../account/sign-in-forms';
import { code } from '../form-fields';
import { parseAnswers } from '../onboarding/forms';
import { QUESTIONS } from '../onboarding/questions';

const address = email(code('account.email-required'));
const publicId = z.string().max(64);

/** A name makes it a sign-up. */
export const sendCodeSchema = z.object({
  email: address,
  name: z.union([z.literal(''), userName]).optional(),
});

export const loginSchema = z.object({
  email: address,
  code: codeSchema.shape.code,
  challenge: publicId.optional(),
});

export const registerSchema = loginSchema.extend({ name: userName });

export const validationSchema = z.object({ validation_code: z.string().max(64), crypto: publicId });

/** The characters of a bearer token (RFC 6750). */
export const accessTokenSchema = z.object({
  access_token: z
    .string()
    .max(4096)
    .regex(/^[\w.~+/-]+=*$/),
});

export const linkedinCodeSchema = z.object({
  code: z.string().min(1).max(2048),
  redirect_uri: z.string().max(2048),
});

export const actAsSchema = z.object({ cryptoUser: publicId, cryptoAdmin: publicId });

export const tokenAnswer = z.object({ data: z.string() }).meta({ id: 'Token' });

const answer = z.string().max(200).optional();

const STEPS = ['1', '2', '3', '4'] as const;

/** As text, or as the number that it looks like. */
export const stepSchema = z.object({
  step: z.union([z.enum(STEPS), z.literal([1, 2, 3, 4])]).transform((step) => STEPS[Number(step) - 1]!),
});

/** All answers at once, without those that are none of a question's; the score is reckoned by the server. */
export const scoreSchema = z
  .object({
    ...(Object.fromEntries(QUESTIONS.map((question) => [question, answer])) as Record<
      (typeof QUESTIONS)[number],
      typeof answer
    >),
    score: z.number().optional(),
  })
  .transform(({ score: _score, ...given }) => parseAnswers(JSON.stringify(given)));
