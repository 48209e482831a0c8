import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerSchemas, parseAnswers } from '@/app/domain/onboarding/forms';
import {
  type Answers,
  firstUnanswered,
  isReachable,
  optionsOf,
  QUESTIONS,
  type Question,
  questionAfter,
  questionBefore,
  questionsFor,
  scoreOf,
  stepOf,
  withAnswer,
} from '@/app/domain/onboarding/questions';

/** Every path through the questionnaire, with 'x' as every text. */
function everyWay(answers: Answers = {}): Answers[] {
  const next = firstUnanswered(answers);
  if (!next) return [answers];
  return (optionsOf(next) ?? ['x']).flatMap((option) => everyWay(withAnswer(answers, next, option)));
}

const ways = everyWay();

const anyAnswers = fc.array(
  fc
    .constantFrom(...QUESTIONS)
    .chain((question) =>
      fc.constantFrom(...(optionsOf(question) ?? ['x', 'y'])).map((answer) => [question, answer] as const),
    ),
  { maxLength: 12 },
);

const answersFrom = (given: readonly (readonly [Question, string])[]) =>
  given.reduce<Answers>((answers, [question, answer]) => withAnswer(answers, question, answer), {});

describe('the paths through the questionnaire', () => {
  it('are one per combination of options', () => {
    expect(ways).toHaveLength(2 * 7 * 4 * 6);
  });

  it('ask a company only for its name, and for a text only after the option “other”', () => {
    for (const answers of ways) {
      expect(questionsFor(answers)).toEqual([
        'userType',
        ...(answers.userType === 'company' ? ['company'] : []),
        'sector',
        ...(answers.sector === 'Outra' ? ['customSector'] : []),
        'frequency',
        'goal',
        ...(answers.goal === 'Outro' ? ['customGoal'] : []),
      ]);
    }
  });

  it('are the same forwards and backwards', () => {
    for (const answers of ways) {
      const asked = questionsFor(answers);
      expect(asked.map((question) => questionAfter(question, answers))).toEqual([...asked.slice(1), null]);
      expect([...asked, null].map((question) => questionBefore(question, answers))).toEqual([null, ...asked]);
    }
  });
});

describe('the score', () => {
  it.each([
    [{ userType: 'personal' }, 4],
    [{ userType: 'company' }, 10],
    [{ sector: 'Jurídico' }, 10],
    [{ sector: 'Governo' }, 10],
    [{ sector: 'Jornalismo' }, 8],
    [{ sector: 'Tecnologia' }, 7],
    [{ sector: 'Pesquisa ou Educação' }, 7],
    [{ sector: 'Saúde' }, 5],
    [{ sector: 'Outra' }, 3],
    [{ frequency: 'Diariamente' }, 10],
    [{ frequency: 'Semanalmente' }, 7],
    [{ frequency: 'Mensalmente' }, 4],
    [{ frequency: 'Ocasionalmente' }, 1],
    [{ goal: 'reuniões' }, 10],
    [{ goal: 'entrevistas' }, 10],
    [{ goal: 'relatórios' }, 9],
    [{ goal: 'conteúdo' }, 7],
    [{ goal: 'acessibilidade' }, 3],
    [{ goal: 'Outro' }, 2],
    [{ company: '10', customSector: 'Governo', customGoal: 'reuniões' }, 0],
    [{}, 0],
  ] as [Answers, number][])('of %j is %i points', (answers, score) => {
    expect(scoreOf(answers)).toBe(score);
  });

  it('is the sum over all chosen options', () => {
    for (const { userType, sector, frequency, goal, ...texts } of ways) {
      const parts: Answers[] = [{ userType }, { sector }, { frequency }, { goal }] as Answers[];
      const sum = parts.reduce((total, part) => total + scoreOf(part), 0);
      expect(scoreOf({ userType, sector, frequency, goal, ...texts } as Answers)).toBe(sum);
    }
    expect(Math.min(...ways.map(scoreOf))).toBe(4 + 3 + 1 + 2);
    expect(Math.max(...ways.map(scoreOf))).toBe(40);
  });
});

describe('answers', () => {
  it.each<[Answers, Question, string, Answers]>([
    [{ userType: 'company', company: 'x' }, 'userType', 'personal', { userType: 'personal' }],
    [{ sector: 'Outra', customSector: 'x' }, 'sector', 'Saúde', { sector: 'Saúde' }],
    [{ goal: 'Outro', customGoal: 'x' }, 'goal', 'reuniões', { goal: 'reuniões' }],
    [{ goal: 'Outro', customGoal: 'x' }, 'goal', 'Outro', { goal: 'Outro', customGoal: 'x' }],
    [{ userType: 'personal' }, 'company', 'x', { userType: 'personal' }],
  ])('of %j after setting %s to %s are %j', (before, question, answer, after) => {
    expect(withAnswer(before, question, answer)).toEqual(after);
  });

  it('never include a question that does not apply, in any order', () => {
    fc.assert(
      fc.property(anyAnswers, (given) => {
        const answers = answersFrom(given);
        expect(Object.keys(answers)).toEqual(questionsFor(answers).filter((question) => answers[question]));
        expect(parseAnswers(JSON.stringify({ ...answers, score: scoreOf(answers) }))).toEqual(answers);
      }),
    );
  });

  it('make reachable only the questions up to the first unanswered one', () => {
    fc.assert(
      fc.property(anyAnswers, (given) => {
        const answers = answersFrom(given);
        const asked = questionsFor(answers);
        const next = firstUnanswered(answers);
        const open = next ? asked.slice(0, asked.indexOf(next) + 1) : asked;
        expect(QUESTIONS.filter((question) => isReachable(question, answers))).toEqual(open);
      }),
    );
  });

  it('determine the onboarding step', () => {
    expect(stepOf({})).toBe('1');
    expect(stepOf({ userType: 'company' })).toBe('2');
    expect(stepOf({ userType: 'company', company: 'x', sector: 'Saúde', frequency: 'Mensalmente' })).toBe(
      '2',
    );
    for (const answers of ways) expect(stepOf(answers)).toBe('3');
  });

  it.each([
    [null, {}],
    ['{}', {}],
    ['{"userType":"robot","sector":"Saúde"}', { sector: 'Saúde' }],
    ['{"userType":"personal","company":"x","score":99,"role":"admin"}', { userType: 'personal' }],
    ['{"userType":["personal"],"goal":7}', {}],
  ])('stored as %s are parsed as %j', (json, answers) => {
    expect(parseAnswers(json)).toEqual(answers);
  });
});

describe('the form of a question', () => {
  const submissionId = '7f9c24e8-3b12-4fef-91e0-87f6a1c2d3e4';
  const read = (question: Question, intent: 'next' | 'back', answer?: string) =>
    answerSchemas(question)[intent].safeParse({ submissionId, [question]: answer });
  const message = (question: Question, answer?: string) =>
    read(question, 'next', answer).error?.issues[0]?.message;

  it('accepts each of its options', () => {
    for (const question of QUESTIONS) {
      for (const option of optionsOf(question) ?? []) {
        expect(read(question, 'next', option).data).toEqual({ submissionId, answer: option });
      }
    }
  });

  it('trims a text to one line', () => {
    expect(read('company', 'next', ' Rádio\r\n  Céu\u0000 ').data?.answer).toBe('Rádio Céu');
  });

  it.each(QUESTIONS)('requires an answer to %s', (question) => {
    expect(message(question)).toBe('onboarding.answer-required');
    expect(message(question, optionsOf(question) ? 'another' : ' \t ')).toBe('onboarding.answer-required');
  });

  it('rejects a text that is too long', () => {
    expect(message('customGoal', 'a'.repeat(120))).toBeUndefined();
    expect(message('customGoal', 'a'.repeat(121))).toBe('onboarding.answer-too-long');
  });

  it('goes back without an answer, ignoring an invalid one', () => {
    for (const answer of [undefined, '', 'another']) {
      expect(read('sector', 'back', answer).data).toEqual({ submissionId, answer: undefined });
    }
    expect(read('sector', 'back', 'Saúde').data?.answer).toBe('Saúde');
  });
});
