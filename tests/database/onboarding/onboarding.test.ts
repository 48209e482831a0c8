import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { scoreOf } from '@/app/domain/onboarding/questions';
import {
  answerQuestion,
  finishOnboarding,
  readAnswers,
  saveAnswers,
  saveStep,
} from '@/app/services/onboarding/answers.server';
import { User } from '@/models/user.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

type Question = Parameters<typeof answerQuestion>[0]['question'];

describeOnBothDatabases('the onboarding', () => {
  let userId: number;

  beforeEach(async () => {
    userId = await makeUser();
  });

  const answer = (question: Question, text: string, submissionId: string = randomUUID()) =>
    answerQuestion({ userId, question, answer: text, submissionId });

  const finish = () => finishOnboarding(userId, randomUUID());

  async function answerAll(): Promise<void> {
    await answer('userType', 'company');
    await answer('company', 'Rádio Céu');
    await answer('sector', 'Outra');
    await answer('customSector', 'Teatro');
    await answer('frequency', 'Mensalmente');
    await answer('goal', 'reuniões');
  }

  const kept = async () => {
    const user = await User.findByPk(userId, { rejectOnEmpty: true });
    return { step: user.onboardingStep, answers: JSON.parse(user.onboardingAnswers ?? 'null') };
  };

  it('saves each answer with the score, and the step from first to last', async () => {
    expect(await kept()).toEqual({ step: '1', answers: null });
    await answer('userType', 'company');
    expect(await kept()).toEqual({ step: '2', answers: { userType: 'company', score: 10 } });
    await answerAll();
    const answers = {
      userType: 'company',
      company: 'Rádio Céu',
      sector: 'Outra',
      customSector: 'Teatro',
      frequency: 'Mensalmente',
      goal: 'reuniões',
    };
    expect(await kept()).toEqual({ step: '3', answers: { ...answers, score: scoreOf(answers) } });
    expect((await finish()).step).toBe('4');
    expect(await kept()).toEqual({ step: '4', answers: { ...answers, score: 27 } });
    expect(await readAnswers(userId)).toEqual(answers);
  });

  it('drops answers that no longer apply, and asks again where one is missing', async () => {
    await answerAll();
    await answer('goal', 'Outro');
    expect((await kept()).step).toBe('2');
    await answer('userType', 'personal');
    await answer('sector', 'Saúde');
    expect(await readAnswers(userId)).toEqual({
      userType: 'personal',
      sector: 'Saúde',
      frequency: 'Mensalmente',
      goal: 'Outro',
    });
  });

  it('ignores an answer before its turn, and an early end', async () => {
    await answer('goal', 'reuniões');
    await answer('company', 'Rádio Céu');
    expect(await readAnswers(userId)).toEqual({});
    expect((await finish()).step).toBe('1');
    await answer('userType', 'personal');
    expect((await finish()).step).toBe('2');
  });

  it('goes to the step that a program asks for, if the answers have come that far', async () => {
    const goTo = (step: '1' | '2' | '3' | '4') => saveStep(userId, randomUUID(), step);
    const refused = { code: 'onboarding.answer-required' };
    await expect(goTo('2')).rejects.toMatchObject(refused);
    await answer('userType', 'personal');
    expect((await goTo('2')).step).toBe('2');
    for (const step of ['3', '4'] as const) await expect(goTo(step)).rejects.toMatchObject(refused);
    expect((await kept()).step).toBe('2');
    await answerAll();
    expect([(await goTo('3')).step, (await goTo('4')).step, (await goTo('1')).step]).toEqual(['3', '4', '4']);
  });

  it('takes all answers at once, and none of them while one is missing', async () => {
    const answers = { userType: 'personal', sector: 'Saúde', frequency: 'Mensalmente' };
    await expect(saveAnswers(userId, randomUUID(), answers)).rejects.toMatchObject({
      code: 'onboarding.answer-required',
    });
    expect((await kept()).answers).toBeNull();
    const saved = await saveAnswers(userId, randomUUID(), { ...answers, goal: 'reuniões' });
    expect(saved.step).toBe('3');
    expect(await kept()).toEqual({ step: '3', answers: { ...answers, goal: 'reuniões', score: 23 } });
  });

  it('stays finished', async () => {
    await answerAll();
    await finish();
    const before = await kept();
    await answer('userType', 'personal');
    await finish();
    expect(await kept()).toEqual(before);
  });

  it('loses none of several concurrent changes', async () => {
    await answerAll();
    await Promise.all([
      answer('userType', 'personal'),
      answer('sector', 'Governo'),
      answer('frequency', 'Diariamente'),
      answer('goal', 'conteúdo'),
    ]);
    expect(await kept()).toEqual({
      step: '3',
      answers: {
        userType: 'personal',
        sector: 'Governo',
        frequency: 'Diariamente',
        goal: 'conteúdo',
        score: 31,
      },
    });
  });

  it('applies a form once, whatever was answered since', async () => {
    const submissionId = randomUUID();
    await answer('userType', 'company', submissionId);
    await answer('userType', 'personal');
    await answer('userType', 'company', submissionId);
    expect(await readAnswers(userId)).toEqual({ userType: 'personal' });
  });

  it('reports that the answers were not saved', async () => {
    userId = 999_999;
    await expect(answer('userType', 'company')).rejects.toMatchObject({ code: 'onboarding.not-saved' });
  });
});
