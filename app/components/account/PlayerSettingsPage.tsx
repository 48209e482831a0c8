import { useTranslation } from 'react-i18next';
import { formatKeyName, PLAYER_ACTIONS, type PlayerSettings } from '@/app/domain/transcript/player-settings';
import { MAX_REWIND_SECONDS, REWIND_STEP_SECONDS } from '@/app/domain/transcript/player-settings-form';
import { Button, ButtonLink } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './Profile.module.css';

const REWIND_SECONDS = Array.from(
  { length: MAX_REWIND_SECONDS / REWIND_STEP_SECONDS + 1 },
  (_, step) => step * REWIND_STEP_SECONDS,
);

/** The page of its own, and the content of the dialog that opens over others. */
export function PlayerSettingsPage({ settings }: { settings: PlayerSettings }) {
  const { t } = useTranslation('account');
  return (
    <section className={styles.narrow} data-dialog={t('dialog.close', { ns: 'common' })}>
      <h1 id="player-title">{t('player.title')}</h1>
      <p>{t('player.intro')}</p>
      <PostForm noValidate intent="save" aria-labelledby="player-title">
        <ErrorSummary />
        <p className={styles.note}>{t('player.hint')}</p>
        <div className={styles.keys}>
          {PLAYER_ACTIONS.map((action) => (
            <Field
              key={action}
              name={`key_${action}`}
              label={t(`player.${action}`)}
              value={formatKeyName(settings.keys[action])}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-island="capture-key"
            />
          ))}
        </div>
        <Select
          name="rewind_seconds"
          label={t('player.rewind')}
          value={String(settings.rewindMs / 1000)}
          options={REWIND_SECONDS.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('player.rewindNot') : t('player.rewindBy', { seconds }),
          }))}
        />
        <Checkbox name="confirm_saving" label={t('player.confirms')} checked={settings.confirmsSaving} />
        <Button busyLabel={t('confirm.busy')}>{t('save')}</Button>
      </PostForm>
      <PostForm intent="reset">
        <Button kind="quiet">{t('player.reset')}</Button>
      </PostForm>
      <p className={styles.back}>
        <a href="/account">{t('player.profile')}</a>
      </p>
    </section>
  );
}

/** On the profile page. */
export function PlayerSettingsSection() {
  const { t } = useTranslation('account');
  return (
    <section className={styles.section} aria-labelledby="player-section-title">
      <h2 id="player-section-title">{t('player.title')}</h2>
      <p>{t('player.short')}</p>
      <p>
        <ButtonLink kind="quiet" href="/account/player" data-island="dialog">
          {t('player.change')}
        </ButtonLink>
      </p>
    </section>
  );
}
