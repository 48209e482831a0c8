import { useTranslation } from 'react-i18next';

/** In place of what needs passkeys, at an address that cannot have them. @param href the same page where they work */
export function PasskeysElsewhere({ href }: { href: string | null }) {
  const { t } = useTranslation('account');
  return (
    <p>
      {t('passkeys.notHere')}
      {href && (
        <>
          {' '}
          {t('passkeys.elsewhere')} <a href={href}>{href}</a>
        </>
      )}
    </p>
  );
}
