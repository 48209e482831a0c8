import { useTranslation } from 'react-i18next';
import { PASSKEY } from '@/app/islands/account/account.contract';
import { mark } from '@/app/islands/ui/part.contract';

/** Where the island says why the browser or the device made or used no passkey. */
export function PasskeyProblem() {
  const { t } = useTranslation('account');
  const { t: tErrors } = useTranslation('errors');
  const texts = {
    cancelled: t('passkeys.cancelled'),
    failed: tErrors('account.passkey-failed'),
    taken: tErrors('account.passkey-taken'),
    unsupported: t('passkeys.unsupported'),
  };
  return <p role="alert" {...mark(PASSKEY.problem, texts)} />;
}
