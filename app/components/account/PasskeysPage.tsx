import { useTranslation } from 'react-i18next';
import { MAX_PASSKEY_NAME_LENGTH } from '@/app/domain/account/passkey';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { DateTime } from '../ui/DateTime';
import { ErrorSummary } from '../ui/ErrorSummary';
import fieldStyles from '../ui/Field.module.css';
import { PostForm } from '../ui/PostForm';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import { PasskeysElsewhere } from './PasskeysElsewhere';
import styles from './Profile.module.css';
import listStyles from './SessionsPage.module.css';

interface PasskeyView {
  publicId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface PasskeysPageProps {
  passkeys: PasskeyView[];
  /** Recovery codes that still work. */
  recoveryCodes: number;
  /** Whether this address can have passkeys. */
  canAdd: boolean;
  /** The same page at an address that can; null where none is known. */
  possibleHref: string | null;
  isOwner: boolean;
  /** The user may not administer before one is used. */
  isRequired: boolean;
}

export function PasskeysPage(props: PasskeysPageProps) {
  const { passkeys, recoveryCodes, canAdd, possibleHref, isOwner, isRequired } = props;
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/passkeys">
      {canAdd ? <p>{t('passkeys.intro')}</p> : <PasskeysElsewhere href={possibleHref} />}
      {(canAdd || passkeys.length > 0) && <p>{t('passkeys.proof')}</p>}
      {isRequired && (
        <Alert kind="warning">
          <p>{t('passkeys.required')}</p>
        </Alert>
      )}
      <ErrorSummary />
      <ul className={listStyles.sessions}>
        {passkeys.map((passkey) => (
          <li key={passkey.publicId}>
            <PasskeyFacts {...passkey} />
            {isOwner && <PasskeyForms {...passkey} />}
          </li>
        ))}
      </ul>
      <OwnerOnly isOwner={isOwner}>{canAdd && <AddForm />}</OwnerOnly>
      {passkeys.length > 0 && <RecoverySection left={recoveryCodes} isOwner={isOwner} />}
    </AccountFrame>
  );
}

function AddForm() {
  const { t } = useTranslation('account');
  return (
    <>
      <noscript>
        <p>{t('passkeys.scripts')}</p>
      </noscript>
      <PostForm className={styles.narrow} intent="add">
        <p>
          <Button busyLabel={t('busy')}>{t('passkeys.add')}</Button>
        </p>
      </PostForm>
    </>
  );
}

function RecoverySection({ left, isOwner }: { left: number; isOwner: boolean }) {
  const { t } = useTranslation('account');
  return (
    <section className={styles.section} aria-labelledby="recovery">
      <h2 id="recovery">{t('recovery.title')}</h2>
      <p>{t('recovery.use')}</p>
      <p>{left > 0 ? t('recovery.left', { count: left }) : t('recovery.none')}</p>
      {isOwner && (
        <PostForm intent="recovery">
          <Button kind="quiet" busyLabel={t('busy')}>
            {t(left > 0 ? 'recovery.renew' : 'recovery.make')}
          </Button>
          {left > 0 && <p>{t('recovery.renewHint')}</p>}
        </PostForm>
      )}
    </section>
  );
}

function PasskeyFacts({ name, createdAt, lastUsedAt }: PasskeyView) {
  const { t } = useTranslation('account');
  return (
    <div>
      <p className={listStyles.name}>
        <strong>{name}</strong>
      </p>
      <dl className={listStyles.facts}>
        <div>
          <dt>{t('passkeys.created')}</dt>
          <dd>
            <DateTime at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{t('sessions.lastUsed')}</dt>
          <dd>{lastUsedAt ? <DateTime at={lastUsedAt} /> : t('passkeys.never')}</dd>
        </div>
      </dl>
    </div>
  );
}

function PasskeyForms({ publicId, name }: PasskeyView) {
  const { t } = useTranslation('account');
  return (
    <div className={listStyles.name}>
      <PostForm className={listStyles.name} intent="rename">
        <input type="hidden" name="passkey" value={publicId} />
        <input
          name="name"
          aria-label={t('passkeys.nameOf', { name })}
          defaultValue={name}
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          required
          className={fieldStyles.input}
        />
        <Button kind="quiet">
          {t('passkeys.rename')} <span className="visually-hidden">{name}</span>
        </Button>
      </PostForm>
      <PostForm intent="remove">
        <Button kind="quiet" name="passkey" value={publicId}>
          {t('passkeys.remove')} <span className="visually-hidden">{name}</span>
        </Button>
      </PostForm>
    </div>
  );
}
