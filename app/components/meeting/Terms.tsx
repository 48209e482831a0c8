import { useTranslation } from 'react-i18next';
import { NO_PROBLEM } from '@/app/domain/form-problem';
import { Announcement } from '../ui/Announcement';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { FormProblemContext, useFormProblem } from '../ui/form-problem';
import { BackLink } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { useSells } from '../ui/sales';
import styles from './Meeting.module.css';

const CLAUSES = ['enters', 'records', 'consent', 'minutes', 'failure'] as const;

/**
 * Asks for the terms when a meeting was sent without: a card over the form, which scripts open as a modal dialog. It
 * holds what was typed, and sends all of it with the consent.
 */
export function TermsQuestion() {
  const { t } = useTranslation('meeting');
  const { errors, values } = useFormProblem();
  if (!errors.terms) return null;
  const { terms: _terms, intent: _intent, submissionId: _id, ...typed } = values;
  return (
    <Announcement id="terms" title={t('terms.title')} island="modal">
      <div className={styles.terms}>
        <TermsText />
        <PostForm action="/meetings" islands="needs-answer" intent="create">
          {Object.entries(typed).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Consent />
        </PostForm>
        <form method="dialog">
          <Button kind="quiet">{t('keep')}</Button>
        </form>
      </div>
    </Announcement>
  );
}

/** The page of the terms, and the content of the dialog that opens over others. */
export function TermsPage({ isAccepted }: { isAccepted: boolean }) {
  const { t } = useTranslation('meeting');
  return (
    <article className={styles.page} data-dialog={t('close')}>
      <h1 id="meeting-terms-title">{t('terms.title')}</h1>
      <div className={styles.terms}>
        <TermsText />
        {isAccepted ? (
          <p>{t('terms.accepted')}</p>
        ) : (
          <PostForm islands="needs-answer">
            <Consent />
          </PostForm>
        )}
      </div>
      <p>
        <BackLink href="/meetings">{t('back')}</BackLink>
      </p>
    </article>
  );
}

function TermsText() {
  const { t } = useTranslation('meeting');
  const sells = useSells();
  return (
    <>
      <p>{t('terms.intro')}</p>
      <ul>
        {CLAUSES.map((clause) => (
          <li key={clause}>{t(!sells && clause === 'minutes' ? 'terms.month' : `terms.${clause}`)}</li>
        ))}
      </ul>
    </>
  );
}

function Consent() {
  const { t } = useTranslation('meeting');
  return (
    <>
      <FormProblemContext.Provider value={NO_PROBLEM}>
        <Checkbox name="terms" label={t('terms.accept')} required />
      </FormProblemContext.Provider>
      <p id="terms-hint" className={styles.note} hidden>
        {t('terms.hint')}
      </p>
      <Button>{t('terms.continue')}</Button>
    </>
  );
}
