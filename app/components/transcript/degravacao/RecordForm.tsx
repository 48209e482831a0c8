import { useTranslation } from 'react-i18next';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { CASE_NUMBER_LENGTH } from '@/app/domain/transcript/degravacao/case-number';
import {
  type DegravacaoRecord,
  MAX_RECORD_TEXT,
  MAX_REGISTRATION_LENGTH,
  type Participant,
  PROFILES,
  QUOTED_PASSAGES,
} from '@/app/domain/transcript/degravacao/record';
import { DEGRAVACAO_PAGE } from '@/app/islands/transcript/degravacao.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Field } from '../../ui/Field';
import { PostForm } from '../../ui/PostForm';
import { Select } from '../../ui/Select';
import styles from './DegravacaoPage.module.css';
import { ParticipantFields } from './ParticipantFields';
import { TextChoice } from './TextChoice';

/** Buttons beside the form belong to it. */
export const RECORD_FORM_ID = 'record';

interface RecordFormProps {
  base: string;
  record: DegravacaoRecord;
  version: number;
  people: Participant[];
  unsaved: UnsavedChanges;
  /** Whether the preview has the unsaved changes. */
  taken: 'save' | 'leave';
}

/** Everything that the document says apart from the text. */
export function RecordForm({ base, record, version, people, unsaved, taken }: RecordFormProps) {
  const { t } = useTranslation('transcript');
  return (
    <PostForm
      id={RECORD_FORM_ID}
      action={`${base}/degravacao`}
      className={styles.form}
      noValidate
      {...mark(DEGRAVACAO_PAGE.form)}
    >
      <ErrorSummary />
      <input type="hidden" name="version" value={version} />
      {unsaved.changeCount > 0 && <TextChoice {...unsaved} taken={taken} />}
      <Select
        name="profile"
        label={t('degravacao.profile')}
        hint={t('degravacao.profile.hint')}
        value={record.profile}
        options={PROFILES.map((value) => ({ value, label: t(`degravacao.profile.${value}`) }))}
      />
      <div className={styles.quoted}>
        <Select
          name="quoted"
          label={t('degravacao.quoted')}
          hint={t('degravacao.quoted.hint')}
          value={record.quoted}
          options={QUOTED_PASSAGES.map((value) => ({ value, label: t(`degravacao.quoted.${value}`) }))}
        />
      </div>
      <fieldset className={styles.group}>
        <legend>{t('degravacao.case')}</legend>
        <div className={styles.judicial}>
          <Field
            name="case_number"
            label={t('degravacao.caseNumber')}
            hint={t('degravacao.caseNumber.hint')}
            value={record.caseNumber}
            maxLength={2 * CASE_NUMBER_LENGTH}
            inputMode="numeric"
            autoComplete="off"
          />
          <Field
            name="court"
            label={t('degravacao.court')}
            hint={t('degravacao.court.hint')}
            value={record.court}
            maxLength={MAX_RECORD_TEXT}
          />
        </div>
        <Field
          name="act_kind"
          label={t('degravacao.actKind')}
          value={record.actKind}
          maxLength={MAX_RECORD_TEXT}
          list="act-kinds"
          autoComplete="off"
        />
        <Suggestions id="act-kinds" list={t('degravacao.actKinds')} />
        <Field
          name="hearing_date"
          type="date"
          label={t('degravacao.hearingDate')}
          value={record.hearingDate}
        />
        <Field
          name="recording_date"
          type="date"
          label={t('degravacao.recordingDate')}
          hint={t('degravacao.recordingDate.hint')}
          value={record.recordingDate}
        />
      </fieldset>
      <ParticipantFields people={people} peopleAddress={`${base}/people`} />
      <fieldset className={styles.group}>
        <legend>{t('degravacao.signing')}</legend>
        <Field
          name="responsible"
          label={t('degravacao.responsible')}
          value={record.responsible}
          maxLength={MAX_RECORD_TEXT}
          autoComplete="name"
        />
        <Field
          name="registration"
          label={t('degravacao.registration')}
          hint={t('degravacao.registration.hint')}
          value={record.registration}
          maxLength={MAX_REGISTRATION_LENGTH}
        />
      </fieldset>
      <div className={styles.buttons}>
        <Button name="intent" value="save">
          {t('degravacao.save')}
        </Button>
        <Button
          kind="quiet"
          name="intent"
          value="preview"
          formAction={`${base}/degravacao#preview`}
          {...mark(DEGRAVACAO_PAGE.show)}
        >
          {t('degravacao.preview.show')}
        </Button>
      </div>
    </PostForm>
  );
}

/** What a field offers while one types; `list` is separated by semicolons. */
export function Suggestions({ id, list }: { id: string; list: string }) {
  return (
    <datalist id={id}>
      {list.split('; ').map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
