import { useTranslation } from 'react-i18next';
import {
  answerAddingQuestion,
  MAX_ANSWER_LENGTH,
  optionsOf,
  type Question,
} from '@/app/domain/onboarding/questions';
import { PRODUCT_NAME } from '@/app/domain/product';
import { LAST_BUTTON } from '@/app/islands/onboarding/needs-answer.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import styles from './Onboarding.module.css';
import { RadioGroup } from './RadioGroup';

interface OnboardingFormProps {
  action: string;
  question: Question;
  answer?: string | undefined;
  /** 1-based. */
  number: number;
  total: number;
}

export function OnboardingForm({ action, question, answer, number, total }: OnboardingFormProps) {
  const { t } = useTranslation('onboarding');
  const { t: common } = useTranslation('common');
  const options = optionsOf(question);
  const title = t(`${question}.title`, { product: PRODUCT_NAME });
  const isFirst = number === 1;
  return (
    <section className={styles.page} data-dialog={common('dialog.close')}>
      <p className={styles.place}>{t('progress', { number, total })}</p>
      <PostForm action={action} className={styles.form} noValidate islands="needs-answer">
        <ErrorSummary />
        {options ? (
          <RadioGroup
            name={question}
            legend={<h1 id="onboarding-title">{title}</h1>}
            value={answer}
            options={options.map((value) => ({ value, label: t(`${question}.${value}`) }))}
          />
        ) : (
          <>
            <h1 id="onboarding-title">{title}</h1>
            <Field
              name={question}
              label={t(`${question}.label`)}
              value={answer}
              maxLength={MAX_ANSWER_LENGTH}
              autoComplete={question === 'company' ? 'organization' : 'off'}
              required
            />
          </>
        )}
        <p id="onboarding-hint" className={styles.hint} hidden>
          {t(options ? 'hint.choose' : 'hint.type')}
        </p>
        <div className={styles.steps}>
          <NextButton question={question} isLast={number === total} />
          {!isFirst && (
            <Button kind="quiet" name="intent" value="back">
              {t('back')}
            </Button>
          )}
        </div>
      </PostForm>
    </section>
  );
}

/** Without scripts, it promises the end only where no answer can lead to another question. */
function NextButton({ question, isLast }: { question: Question; isLast: boolean }) {
  const { t } = useTranslation('onboarding');
  const adds = isLast ? answerAddingQuestion(question) : null;
  const names = adds !== null && mark(LAST_BUTTON, { adds, more: t('next'), end: t('finish') });
  return (
    <Button name="intent" value="next" {...names}>
      {t(isLast && adds === null ? 'finish' : 'next')}
    </Button>
  );
}

export function OnboardingEnd({ action, previousHref }: { action: string; previousHref: string }) {
  const { t } = useTranslation('onboarding');
  const { t: common } = useTranslation('common');
  return (
    <section className={styles.page} data-dialog={common('dialog.close')}>
      <PostForm action={action} className={styles.form}>
        <h1 id="onboarding-title">{t('end.title')}</h1>
        <p>{t('end.text')}</p>
        <ErrorSummary />
        <div className={styles.steps}>
          <Button>{t('end.submit')}</Button>
          <ButtonLink kind="quiet" href={previousHref}>
            {t('back')}
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}
