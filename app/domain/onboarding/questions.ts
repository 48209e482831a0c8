/** The questions in the order in which they are asked; each is also the name of its form field. */
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

/** What was answered so far: the option chosen, as the specification writes it, or the text typed. */
export type Answers = Partial<Record<Question, string>>;

/** What each option scores (specification: onboarding scores). Questions that are not here take a text. */
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

/** Questions that are asked only after a certain answer to another. */
const ONLY_AFTER: Partial<Record<Question, readonly [Question, string]>> = {
  company: ['userType', 'company'],
  customSector: ['sector', 'Outra'],
  customGoal: ['goal', 'Outro'],
};

/** The most characters a typed answer may have. */
export const ANSWER_LENGTH = 120;

/** The options of a question; null when it takes a text. */
export function optionsOf(question: Question): string[] | null {
  const scores = SCORES[question];
  return scores ? Object.keys(scores) : null;
}

/** The questions that these answers lead through, in their order. */
export function questionsFor(answers: Answers): Question[] {
  return QUESTIONS.filter((question) => {
    const [earlier, answer] = ONLY_AFTER[question] ?? [];
    return !earlier || answers[earlier] === answer;
  });
}

/** The first question without an answer; null when all are answered. */
export function firstUnanswered(answers: Answers): Question | null {
  return questionsFor(answers).find((question) => !answers[question]) ?? null;
}

/** Whether a question may be shown: it is one of those to answer, and all before it are answered. */
export function isReached(question: Question, answers: Answers): boolean {
  const asked = questionsFor(answers);
  const next = firstUnanswered(answers);
  return asked.includes(question) && (!next || asked.indexOf(question) <= asked.indexOf(next));
}

/** The question after this one; null after the last. */
export function questionAfter(question: Question, answers: Answers): Question | null {
  const asked = questionsFor(answers);
  return asked[asked.indexOf(question) + 1] ?? null;
}

/** The question before this one, or the last for null, the final screen; null before the first. */
export function questionBefore(question: Question | null, answers: Answers): Question | null {
  const asked = questionsFor(answers);
  return asked[(question ? asked.indexOf(question) : asked.length) - 1] ?? null;
}

/** These answers with one more, without those that no longer apply. */
export function withAnswer(answers: Answers, question: Question, answer: string): Answers {
  const changed = { ...answers, [question]: answer };
  return Object.fromEntries(
    questionsFor(changed).flatMap((asked) => (changed[asked] ? [[asked, changed[asked]]] : [])),
  );
}

/** The sum of what the chosen options score. */
export function scoreOf(answers: Answers): number {
  return QUESTIONS.reduce((sum, question) => sum + (SCORES[question]?.[answers[question] ?? ''] ?? 0), 0);
}

/** Where somebody with these answers stands, before the end (contract: onboarding step). */
export function stepOf(answers: Answers): '1' | '2' | '3' {
  if (!firstUnanswered(answers)) return '3';
  return answers.userType ? '2' : '1';
}
