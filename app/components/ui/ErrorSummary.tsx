import { useTranslation } from 'react-i18next';
import styles from './ErrorSummary.module.css';
import type { FormErrors } from './Field';
import { Icon } from './Icon';

/** What is wrong with a form, at its top; each message leads to its field. Nothing when nothing is wrong. */
export function ErrorSummary({ errors }: { errors: FormErrors }) {
  const { t } = useTranslation('common');
  const messages = Object.entries(errors).filter(([, message]) => message);
  if (messages.length === 0) return null;
  return (
    <div className={styles.summary} role="alert" data-tone="red">
      <p>
        <Icon name="circle-x" /> {t('form.check')}
      </p>
      <ul>
        {messages.map(([name, message]) => (
          <li key={name}>{name === 'form' ? message : <a href={`#${name}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
