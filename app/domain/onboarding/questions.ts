/** Questions in order; each is also the name of its form field. */
export const QUESTIONS = [
  'userType',
  'company',
  'sector',
  'customSector',
  'frequency',
  'goal',
  'customGoal',
] as const;

export type Question = (typeof QUESTIONS)[number];

/** Answers so far: the chosen option, spelled as in the specification, or the typed text. */
export type Answers = Partial<Record<Question, string>>;

/** Score of each option (specification: onboarding scores). Other questions take a text. */
const SCORES: Partial<Record<Question, Record<string, number>>> = {
  userType: { personal: 4, company: 10 },
  sector: {
    Jurídico: 10,
    Governo: 10,
    Jornalismo: 8,
    Tecnologia: 7,
    'Pesquisa ou Educação': 7,
    Saúde: 5,
    Outra: 3,
  },
  frequency: { Diariamente: 10, Semanalmente: 7, Mensalmente: 4, Ocasionalmente: 1 },
  goal: { reuniões: 10, entrevistas: 10, relatórios: 9, conteúdo: 7, acessibilidade: 3, Outro: 2 },
};

/** Conditional questions: asked only after a certain answer to another. */
const CONDITIONS: Partial<Record<Question, readonly [Question, string]>> = {
  company: ['userType', 'company'],
  customSector: ['sector', 'Outra'],
  customGoal: ['goal', 'Outro'],
};

/** The answer to a question that makes another one be asked; null when none does. */
export function answerAddingQuestion(question: Question): string | null {
  const condition = Object.values(CONDITIONS).find(([earlier]) => earlier === question);
  return condition?.[1] ?? null;
}

export const MAX_ANSWER_LENGTH = 120;

/** Options of a question; null for a text question. */
export function optionsOf(question: Question): string[] | null {
  const scores = SCORES[question];
  return scores ? Object.keys(scores) : null;
}

export function questionsFor(answers: Answers): Question[] {
  return QUESTIONS.filter((question) => {
    const [earlier, answer] = CONDITIONS[question] ?? [];
    return !earlier || answers[earlier] === answer;
  });
}

export function firstUnanswered(answers: Answers): Question | null {
  return questionsFor(answers).find((question) => !answers[question]) ?? null;
}

/** Whether a question may be displayed: it applies, and all before it are answered. */
export function isReachable(question: Question, answers: Answers): boolean {
  const asked = questionsFor(answers);
  const next = firstUnanswered(answers);
  return asked.includes(question) && (!next || asked.indexOf(question) <= asked.indexOf(next));
}

export function questionAfter(question: Question, answers: Answers): Question | null {
  const asked = questionsFor(answers);
  return asked[asked.indexOf(question) + 1] ?? null;
}

/** The previous question, or the last for null, the final screen; null before the first. */
export function questionBefore(question: Question | null, answers: Answers): Question | null {
  const asked = questionsFor(answers);
  return asked[(question ? asked.indexOf(question) : asked.length) - 1] ?? null;
}

/** Adds an answer and removes those that no longer apply. */
export function withAnswer(answers: Answers, question: Question, answer: string): Answers {
  const changed = { ...answers, [question]: answer };
  return Object.fromEntries(
    questionsFor(changed).flatMap((asked) => (changed[asked] ? [[asked, changed[asked]]] : [])),
  );
}

export function scoreOf(answers: Answers): number {
  return QUESTIONS.reduce((sum, question) => sum + (SCORES[question]?.[answers[question] ?? ''] ?? 0), 0);
}

/** Whether the answers so far allow a step: the end comes after the final screen, which needs every answer. */
export function isStepReached(step: '1' | '2' | '3' | '4', answers: Answers): boolean {
  const furthest = stepOf(answers);
  return step === '4' ? furthest === '3' : step <= furthest;
}

/** Progress of the onboarding before its end (contract: onboarding step). */
export function stepOf(answers: Answers): '1' | '2' | '3' {
  if (!firstUnanswered(answers)) return '3';
  return answers.userType ? '2' : '1';
}
