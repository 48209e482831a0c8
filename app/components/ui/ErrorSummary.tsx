import { useTranslation } from 'react-i18next';
import styles from './ErrorSummary.module.css';
import type { FormErrors } from './Field';
import { useFormProblem } from './form-problem';
import { Icon } from './Icon';

interface ErrorSummaryProps {
  errors?: FormErrors;
  /** When the page loads, also without scripts. */
  takesFocus?: boolean;
}

const FOCUSED = { tabIndex: -1, autoFocus: true };

/** Errors of the page's last post, or those given: of the whole form, then a link to each field's. */
export function ErrorSummary({ takesFocus, ...given }: ErrorSummaryProps) {
  const problem = useFormProblem();
  const { form, ...fields } = given.errors ?? problem.errors;
  const { t } = useTranslation('common');
  const messages = Object.entries(fields).filter(([, message]) => message);
  if (!form && messages.length === 0) return null;
  return (
    <div className={styles.summary} role="alert" data-tone="red" {...(takesFocus && FOCUSED)}>
      <p>
        <Icon name="circle-x" /> {form ?? t('form.check')}
      </p>
      <ul>
        {messages.map(([name, message]) => (
          <li key={name}>
            <a href={`#${name}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
