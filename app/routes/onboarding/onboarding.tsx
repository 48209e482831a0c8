import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { OnboardingEnd, OnboardingForm } from '@/app/components/onboarding/OnboardingPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { answerSchemas } from '@/app/domain/onboarding/forms';
import {
  firstUnanswered,
  isReachable,
  QUESTIONS,
  type Question,
  questionAfter,
  questionBefore,
  questionsFor,
} from '@/app/domain/onboarding/questions';
import { formAction, onForm, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { answerQuestion, finishOnboarding, readAnswers } from '@/app/services/onboarding/answers.server';

const END = 'end';

const addressOf = (question: Question | null) => `/onboarding?step=${question ?? END}`;

/** The question named by `?step=`; null for the final screen, undefined for an unknown one. */
function requestedQuestion(request: Request): Question | null | undefined {
  const name = new URL(request.url).searchParams.get('step');
  return name === END ? null : QUESTIONS.find((question) => question === name);
}

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  if (user.onboardingStep === '4') throw redirect('/dashboard');
  const answers = await readAnswers(user.id);
  const next = firstUnanswered(answers);
  const named = requestedQuestion(request);
  const question = named === undefined ? next : named;
  if (question ? !isReachable(question, answers) : next) throw redirect(addressOf(next));
  const asked = questionsFor(answers);
  return {
    action: addressOf(question),
    question,
    answer: question ? answers[question] : undefined,
    previousHref: addressOf(questionBefore(question, answers)),
    number: question ? asked.indexOf(question) + 1 : asked.length,
    total: asked.length,
  };
}

export const handle = pageTitle('onboarding', 'title');

export const action = formAction((args) => {
  const question = requestedQuestion(args.request);
  return (question ? answerTo(question) : finish)(args);
});

/** A question's posted form; without an answer when going back. */
type Answer = z.output<ReturnType<typeof answerSchemas>['back']>;

function answerTo(question: Question) {
  const { next, back } = answerSchemas(question);
  const move =
    (step: typeof questionAfter) =>
    async ({ submissionId, answer }: Answer, { userId }: { userId: number }) => {
      const { answers } = answer
        ? await answerQuestion({ userId, question, answer, submissionId })
        : { answers: await readAnswers(userId) };
      return redirect(addressOf(step(question, answers)), 303);
    };
  return onIntent(asUser, { next: [next, move(questionAfter)], back: [back, move(questionBefore)] });
}

const finish = onForm(asUser, [
  plainSchema,
  async ({ submissionId }, { userId }) => {
    const { step } = await finishOnboarding(userId, submissionId);
    if (step !== '4') return redirect('/onboarding', 303);
    return redirectWithToast('/dashboard', { key: 'toast.onboarded', kind: 'success' });
  },
]);

export default function OnboardingPage() {
  const { question, ...page } = useLoaderData<typeof loader>();
  return question ? <OnboardingForm question={question} {...page} /> : <OnboardingEnd {...page} />;
}
