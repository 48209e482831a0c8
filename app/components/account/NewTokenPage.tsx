import { useTranslation } from 'react-i18next';
import { OnceShown } from './OnceShown';

/** A new personal token; null once it was shown. */
export function NewTokenPage({ token }: { token: string | null }) {
  const { t } = useTranslation('account');
  return (
    <OnceShown
      secret={token}
      title={token === null ? t('tokens.title') : t('tokens.created')}
      shown={t('tokens.shown')}
      back={{ href: '/account/tokens', label: t('tokens.back') }}
    >
      <p>
        <a href="/developers">{t('tokens.docs')}</a>
      </p>
    </OnceShown>
  );
}
