import { useTranslation } from 'react-i18next';
import { OnceShown } from './OnceShown';

/** The secret that signs the messages of a webhook; null once it was shown. */
export function WebhookSecretPage({ publicId, secret }: { publicId: string; secret: string | null }) {
  const { t } = useTranslation('account');
  return (
    <OnceShown
      secret={secret}
      title={t('webhooks.secret')}
      shown={t('webhooks.secretShown')}
      back={{ href: `/account/webhooks/${publicId}`, label: t('webhooks.back') }}
    >
      <p>{t('webhooks.secretUse')}</p>
    </OnceShown>
  );
}
