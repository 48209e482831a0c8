import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { OnboardingEnd } from '@/app/components/onboarding/OnboardingEnd';
import { OnboardingForm } from '@/app/components/onboarding/OnboardingForm';
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
import { formAction, newSubmissionId, readForm, readIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';
import { answerQuestion } from '@/app/services/onboarding/answer-question.server';
import { finishOnboarding } from '@/app/services/onboarding/finish-onboarding.server';
import { readAnswers } from '@/app/services/onboarding/read-answers.server';

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
    title: await titleOf(request, 'onboarding', 'title'),
    submissionId: newSubmissionId(),
    action: addressOf(question),
    question,
    answer: question ? answers[question] : undefined,
    previousHref: addressOf(questionBefore(question, answers)),
    number: question ? asked.indexOf(question) + 1 : asked.length,
    total: asked.length,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const { id: userId } = await requireUser(request);
  const question = requestedQuestion(request);
  if (!question) return finish(request, userId);
  const { intent, submissionId, answer } = await readIntent(request, answerSchemas(question));
  const { answers } = answer
    ? await answerQuestion({ userId, question, answer, submissionId })
    : { answers: await readAnswers(userId) };
  const step = intent === 'back' ? questionBefore : questionAfter;
  return redirect(addressOf(step(question, answers)), 303);
});

async function finish(request: Request, userId: number): Promise<Response> {
  const { submissionId } = await readForm(request, plainSchema);
  const { step } = await finishOnboarding(userId, submissionId);
  if (step !== '4') return redirect('/onboarding', 303);
  return redirectWithToast('/dashboard', { key: 'toast.onboarded', kind: 'success' });
}

export default function OnboardingPage() {
  const { question, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const errors = problem?.errors ?? {};
  if (!question) return <OnboardingEnd {...page} errors={errors} />;
  return (
    <OnboardingForm
      {...page}
      question={question}
      answer={problem?.values[question] ?? page.answer}
      errors={errors}
    />
  );
}
