import { useTranslation } from 'react-i18next';
import {
  MAX_RECORD_TEXT,
  MAX_ROLE_LENGTH,
  type Participant,
} from '@/app/domain/transcript/degravacao/record';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import { descriptionOf, FieldFrame } from '../../ui/Field';
import fieldStyles from '../../ui/Field.module.css';
import { useFormProblem } from '../../ui/form-problem';
import { useSpeakerName } from '../SpeakerName';
import styles from './DegravacaoPage.module.css';
import { Suggestions } from './RecordForm';

/** A role and a full name for everybody who speaks in the text. */
export function ParticipantFields({
  people,
  peopleAddress,
}: {
  people: Participant[];
  peopleAddress: string;
}) {
  const { t } = useTranslation('transcript');
  const { lists } = useFormProblem();
  const nameOf = useSpeakerName();
  const typedAt = new Map(lists.speaker?.map((speaker, index) => [speaker, index]));
  return (
    <fieldset className={styles.group}>
      <legend>{t('people.title')}</legend>
      <p className={styles.what}>
        {t('degravacao.people.hint')} <a href={peopleAddress}>{t('degravacao.people.link')}</a>
      </p>
      <ul className={styles.people}>
        {people.map(({ speaker, role, name }, index) => {
          const typed = typedAt.get(speaker);
          const shown = nameOf(speaker);
          return (
            <li key={speaker}>
              <input type="hidden" name="speaker" value={speaker} />
              <PersonField
                name="role"
                index={index}
                label={t('degravacao.role', { name: shown })}
                value={typed === undefined ? role : (lists.role?.[typed] ?? '')}
                maxLength={MAX_ROLE_LENGTH}
                list="roles"
              />
              <PersonField
                name="qualified_name"
                index={index}
                label={t('degravacao.fullName', { name: shown })}
                value={typed === undefined ? name : (lists.qualified_name?.[typed] ?? '')}
                placeholder={isAnonymous(speaker) ? undefined : speaker}
                maxLength={MAX_RECORD_TEXT}
              />
            </li>
          );
        })}
      </ul>
      <Suggestions id="roles" list={t('degravacao.roles')} />
    </fieldset>
  );
}

interface PersonFieldProps {
  name: 'role' | 'qualified_name';
  index: number;
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string | undefined;
  list?: string;
}

/** All fields of a kind have one name; the index tells their errors apart. */
function PersonField({ name, index, label, value, ...input }: PersonFieldProps) {
  const { errors } = useFormProblem();
  const id = `${name}[${index}]`;
  return (
    <FieldFrame name={id} label={label} error={errors[id]}>
      <input
        {...input}
        id={id}
        name={name}
        defaultValue={value}
        className={fieldStyles.input}
        autoComplete="off"
        {...descriptionOf({ name: id, error: errors[id] })}
      />
    </FieldFrame>
  );
}
