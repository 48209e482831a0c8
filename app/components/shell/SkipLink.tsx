import { useTranslation } from 'react-i18next';

export const MAIN_ID = 'content';

export function SkipLink() {
  const { t } = useTranslation('common');
  return (
    <a className="visually-hidden skip" href={`#${MAIN_ID}`}>
      {t('skip')}
    </a>
  );
}
