import { z } from 'zod';
import { RESEND_WAIT_MS } from '@/app/domain/account/login-code';
import {
  actAsSchema,
  loginSchema,
  registerSchema,
  scoreSchema,
  sendCodeSchema,
  stepSchema,
  tokenAnswer,
  validationSchema,
} from '@/app/domain/api/account';
import { AppError } from '@/app/domain/errors';
import { scoreOf } from '@/app/domain/onboarding/questions';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { programOf } from '@/app/http/api/program.server';
import { endSessionById } from '@/app/services/account/end-session.server';
import { refreshToken, startActingAs } from '@/app/services/api/api-sessions.server';
import { register, sendCode, signIn, signInByLink } from '@/app/services/api/sign-in.server';
import { saveAnswers, saveStep } from '@/app/services/onboarding/answers.server';

const tag = 'account';
const CODE_ERRORS = ['account.code-invalid', 'account.code-expired', 'account.code-too-many-tries'] as const;

const person = { email: 'ana@example.com', code: '123456' };

export const account = [
  operation({
    ...{ id: 'sendCode', method: 'POST', path: '/mail/send-code', tag, access: 'open' },
    body: sendCodeSchema,
    answer: z.object({ data: z.object({ challenge: z.string(), seconds: z.int() }) }),
    errors: ['account.code-too-many-requests', 'account.code-not-sent'],
    example: { body: { email: person.email } },
    handle: async (call) => {
      const { email, name } = call.body;
      const challenge = await sendCode({ email, name }, programOf(call));
      return { data: { challenge, seconds: RESEND_WAIT_MS / 1000 } };
    },
  }),

  operation({
    ...{ id: 'login', method: 'POST', path: '/auth/login', tag, access: 'open' },
    body: loginSchema,
    answer: tokenAnswer,
    errors: [...CODE_ERRORS, 'account.login-failed'],
    example: { body: person },
    handle: async (call) => ({ data: await signIn(call.body, programOf(call)) }),
  }),

  operation({
    ...{ id: 'register', method: 'POST', path: '/auth/register', tag, access: 'open' },
    status: 201,
    body: registerSchema,
    answer: tokenAnswer,
    errors: [...CODE_ERRORS, 'account.email-taken', 'account.closed'],
    example: { body: { ...person, name: 'Ana Souza' } },
    handle: async (call) => ({ data: await register(call.body, programOf(call)) }),
  }),

  operation({
    ...{ id: 'validation', method: 'POST', path: '/auth/validation', tag, access: 'open' },
    body: validationSchema,
    answer: tokenAnswer,
    errors: ['account.link-invalid', 'account.login-failed', 'account.email-taken', 'account.closed'],
    example: { body: { validation_code: 'q9…', crypto: 'Zk3vQmXo0aT1bN7cR2dS9e' } },
    handle: async (call) => {
      const { validation_code, crypto } = call.body;
      return { data: await signInByLink(crypto, validation_code, programOf(call)) };
    },
  }),

  operation({
    ...{ id: 'actAs', method: 'POST', path: '/auth/login-admin-as-user', tag, access: 'sign-in' },
    body: actAsSchema,
    answer: tokenAnswer,
    errors: ['api.admin-only', 'admin.user-unknown'],
    example: { body: { cryptoUser: 'Zk3vQmXo0aT1bN7cR2dS9e', cryptoAdmin: 'aB4wRnYp1bU2cO8dS3eT0f' } },
    handle: async (call) => {
      const { caller, body } = call;
      const isThatAdmin = caller.isAdministrator && caller.user.publicId === body.cryptoAdmin;
      if (!isThatAdmin || caller.user.impersonator) throw new AppError('api.admin-only');
      const { userAgent } = programOf(call);
      const admin = { id: caller.user.id, sessionId: caller.sessionId!, userAgent };
      return { data: await startActingAs(admin, body.cryptoUser) };
    },
  }),

  operation({
    ...{ id: 'refreshToken', method: 'POST', path: '/user/refresh-token', tag, access: 'sign-in' },
    body: z.object({ token: z.string().max(4096) }),
    answer: tokenAnswer,
    example: { body: { token: 'eyJhbGciOi…' } },
    handle: async (call) => {
      const { caller, body } = call;
      return { data: await refreshToken(caller.sessionId!, body.token, programOf(call).userAgent) };
    },
  }),

  operation({
    ...{ id: 'logout', method: 'POST', path: '/auth/logout', tag, access: 'sign-in' },
    handle: async ({ caller }) => {
      await endSessionById(caller.sessionId!);
      return null;
    },
  }),

  operation({
    ...{ id: 'saveStep', method: 'POST', path: '/user/onboarding/save-step', tag, access: 'write' },
    body: stepSchema,
    answer: z.object({ step: z.string() }),
    errors: ['onboarding.answer-required', 'onboarding.not-saved'],
    example: { body: { step: '1' } },
    handle: async ({ caller: { user }, body, request }) => {
      const { step } = await saveStep(user.id, submissionIdOf(request), body.step);
      return { step };
    },
  }),

  operation({
    ...{ id: 'saveScore', method: 'POST', path: '/user/onboarding/score', tag, access: 'write' },
    status: 201,
    body: scoreSchema,
    answer: z.object({ step: z.string(), score: z.int() }),
    errors: ['onboarding.answer-required', 'onboarding.not-saved'],
    example: {
      body: {
        userType: 'personal',
        sector: 'Saúde',
        frequency: 'Semanalmente',
        goal: 'entrevistas',
        score: 26,
      },
    },
    handle: async ({ caller: { user }, body: answers, request }) => {
      const saved = await saveAnswers(user.id, submissionIdOf(request), answers);
      return { step: saved.step, score: scoreOf(saved.answers) };
    },
  }),
];
