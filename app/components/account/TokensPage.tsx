import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { TOKEN_SCOPES, type TokenScope } from '@/app/domain/api/scopes';
import { DEFAULT_TOKEN_LIFETIME, MAX_TOKEN_NAME_LENGTH, TOKEN_LIFETIMES } from '@/app/domain/api/token-forms';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { DateTime } from '../ui/DateTime';
import { ErrorSummary } from '../ui/ErrorSummary';
import { descriptionOf, Field, FieldError } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { FormProblemContext } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import { useSells } from '../ui/sales';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';
import listStyles from './SessionsPage.module.css';

interface TokenView {
  publicId: string;
  name: string;
  /** Its last characters. */
  ending: string;
  scopes: TokenScope[];
  createdAt: Date;
  /** Null for one that does not expire. */
  expiresAt: Date | null;
  isExpired: boolean;
  lastUsedAt: Date | null;
}

export function TokensPage({ tokens, isOwner }: { tokens: TokenView[]; isOwner: boolean }) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/tokens">
      <p>
        {t('tokens.intro')} <a href="/developers">{t('tokens.docs')}</a>{' '}
        <a href="/account/webhooks">{t('webhooks.title')}</a>
      </p>
      <ErrorSummary />
      {tokens.length === 0 && <p>{t('tokens.none')}</p>}
      <ul className={listStyles.sessions} aria-label={t('tokens.list')}>
        {tokens.map((token) => (
          <li key={token.publicId}>
            <TokenFacts {...token} />
            {isOwner && <RevokeForm {...token} />}
          </li>
        ))}
      </ul>
      <OwnerOnly isOwner={isOwner}>
        <NewTokenForm />
      </OwnerOnly>
    </AccountFrame>
  );
}

function TokenFacts({ name, ending, scopes, createdAt, expiresAt, isExpired, lastUsedAt }: TokenView) {
  const { t } = useTranslation('account');
  const facts = [
    ['tokens.scopesOf', scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', ')],
    ['tokens.made', <DateTime key="made" at={createdAt} />],
    ['tokens.expiresOn', expiresAt ? <DateTime key="expires" at={expiresAt} /> : t('tokens.neverExpires')],
    ['sessions.lastUsed', lastUsedAt ? <DateTime key="used" at={lastUsedAt} /> : t('tokens.neverUsed')],
  ] as const;
  return (
    <div>
      <p className={listStyles.name}>
        <strong>{name}</strong> <span>{t('tokens.ending', { ending })}</span>
        {isExpired && (
          <Badge tone="grey" icon="clock">
            {t('tokens.expired')}
          </Badge>
        )}
      </p>
      <dl className={listStyles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function RevokeForm({ publicId, name, ending }: TokenView) {
  const { t } = useTranslation('account');
  const named = <span className="visually-hidden">{`${name} (${t('tokens.ending', { ending })})`}</span>;
  return (
    <details>
      <summary>
        {t('tokens.revoke')} {named}
      </summary>
      <PostForm className={styles.narrow} intent="revoke">
        <p>{t('tokens.revokeWarning')}</p>
        <p>
          <Button kind="danger" name="token" value={publicId}>
            {t('tokens.revokeConfirm')} {named}
          </Button>
        </p>
      </PostForm>
    </details>
  );
}

function NewTokenForm() {
  const { t } = useTranslation('account');
  return (
    <section className={styles.section} aria-labelledby="new-token">
      <h2 id="new-token">{t('tokens.new')}</h2>
      <PostForm intent="create" noValidate>
        <Field
          name="name"
          label={t('tokens.name')}
          hint={t('tokens.nameHint')}
          maxLength={MAX_TOKEN_NAME_LENGTH}
          autoComplete="off"
          required
        />
        <ScopeChoice />
        <Select
          name="expires"
          label={t('tokens.expires')}
          value={DEFAULT_TOKEN_LIFETIME}
          options={TOKEN_LIFETIMES.map((days) => ({ value: days, label: t(`tokens.days.${days}`) }))}
        />
        <Button busyLabel={t('busy')}>{t('tokens.create')}</Button>
      </PostForm>
    </section>
  );
}

function ScopeChoice() {
  const { t } = useTranslation('account');
  const { errors, values, lists } = useContext(FormProblemContext);
  const chosen = Object.keys(values).length > 0 ? (lists.scopes ?? []) : ['read'];
  const sells = useSells();
  const error = errors.scopes;
  return (
    <fieldset id="scopes" {...descriptionOf({ name: 'scopes', error })}>
      <legend>{t('tokens.scopes')}</legend>
      {TOKEN_SCOPES.filter((scope) => sells || scope !== 'billing').map((scope) => (
        <p key={scope} className={fieldStyles.choice}>
          <input
            type="checkbox"
            id={`scope-${scope}`}
            name="scopes"
            value={scope}
            defaultChecked={chosen.includes(scope)}
          />
          <label htmlFor={`scope-${scope}`}>{t(`tokens.does.${scope}`)}</label>
        </p>
      ))}
      {error && <FieldError name="scopes">{error}</FieldError>}
    </fieldset>
  );
}
