import { useTranslation } from 'react-i18next';
import { toOneLine } from '@/app/domain/format/normalise-unicode';
import type { NameOffer } from '@/app/domain/speech/offer-names';
import { mergeKey, mergesOf, type PeopleMerge, type Person } from '@/app/domain/transcript/people';
import type { PersonDoubt } from '@/app/domain/transcript/person-doubts';
import { MAX_SPEAKER_LENGTH } from '@/app/domain/transcript/rewrite-utterances';
import { isAnonymous, speakerOfName } from '@/app/domain/transcript/speaker';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { descriptionOf, FieldFrame } from '../../ui/Field';
import fieldStyles from '../../ui/Field.module.css';
import { useFormProblem } from '../../ui/form-problem';
import { BackLink } from '../../ui/Icon';
import { PostForm } from '../../ui/PostForm';
import { ConfidenceLevels } from '../ConfidenceCard';
import { useSpeakerName } from '../SpeakerName';
import '../UtteranceList.module.css';
import styles from './PeoplePage.module.css';
import { PersonHead } from './PersonHead';

interface PeoplePageProps {
  publicId: string;
  version: number;
  people: Person[];
  doubts: PersonDoubt[];
  offers: NameOffer[];
  /** Everybody's name; `people` may be fewer. */
  speakers: string[];
  knownNames: string[];
  hasRecording: boolean;
  /** 0 to 100; null when the recognizer reported none. */
  confidenceScore: number | null;
  isDemoModel: boolean;
}

/** Everybody who speaks, with a field for each name. */
export function PeoplePage(props: PeoplePageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  const { errors, lists } = useFormProblem();
  const typed = new Map(lists.old_speaker?.map((speaker, index) => [speaker, lists.new_speaker?.[index]]));
  const nameOf = useSpeakerName();
  const hidden = props.speakers.length - props.people.length;
  const suggested = new Set([...props.speakers.filter((name) => !isAnonymous(name)), ...props.knownNames]);
  return (
    <section className={styles.page} data-dialog={t('close')}>
      <p className={styles.back}>
        <BackLink href={base}>{t('people.back')}</BackLink>
      </p>
      <h1 id="people-title">{t('people.title')}</h1>
      <p className={styles.what}>{t('people.what')}</p>
      <NameOffers offers={props.offers} version={props.version} action={`${base}/people`} />
      <PostForm action={`${base}/people`} intent="names" className={styles.form} noValidate>
        <ErrorSummary />
        <input type="hidden" name="version" value={props.version} />
        <ul className={styles.people}>
          {props.people.map((person, index) => (
            <li key={person.speaker} className={`speaker-${person.hue}`}>
              <PersonHead {...person} base={base} hasRecording={props.hasRecording} />
              <Doubts doubts={props.doubts.filter(({ speaker }) => speaker === person.speaker)} />
              <input type="hidden" name="old_speaker" value={person.speaker} />
              <NameField
                index={index}
                label={t('people.name', { name: nameOf(person.speaker) })}
                value={typed.get(person.speaker) ?? (isAnonymous(person.speaker) ? '' : person.speaker)}
                placeholder={nameOf(person.speaker)}
                error={errors[`new_speaker[${index}]`]}
              />
              <a
                className={styles.split}
                href={`${base}/people?person=${encodeURIComponent(person.speaker)}`}
              >
                {t('people.split')} <span className="visually-hidden">{nameOf(person.speaker)}</span>
              </a>
            </li>
          ))}
        </ul>
        <datalist id="known-names">
          {[...suggested].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {hidden > 0 && <p className={styles.what}>{t('people.hidden', { count: hidden })}</p>}
        {errors.merge && <MergeQuestion merges={mergesOf(props.speakers, renamesOf(typed, nameOf))} />}
        <div>
          <Button>{t('people.save')}</Button>
        </div>
      </PostForm>
      {props.isDemoModel && (
        <Alert kind="warning">
          <p>{t('demo')}</p>
        </Alert>
      )}
      {!props.isDemoModel && props.confidenceScore !== null && (
        <section className={styles.confidence} aria-labelledby="trust-title">
          <ConfidenceLevels id="trust-title" score={props.confidenceScore} />
        </section>
      )}
    </section>
  );
}

/** Says so where voices are too similar to be told apart. */
function Doubts({ doubts }: { doubts: PersonDoubt[] }) {
  const { t } = useTranslation('transcript');
  const nameOf = useSpeakerName();
  return doubts.map(({ other }) => (
    <p key={other ?? ''} className={styles.doubt}>
      {other === null ? t('people.perhapsTwo') : t('people.similar', { name: nameOf(other) })}
    </p>
  ));
}

interface NameOffersProps {
  offers: NameOffer[];
  version: number;
  action: string;
}

/** Names that voices suggest, each to be accepted or refused. */
function NameOffers({ offers, version, action }: NameOffersProps) {
  const { t } = useTranslation('transcript');
  const nameOf = useSpeakerName();
  if (offers.length === 0) return null;
  return (
    <ul className={styles.offers} aria-label={t('people.offers')}>
      {offers.map(({ speaker, name }) => (
        <li key={speaker}>
          <span>{t('people.offer', { speaker: nameOf(speaker), name })}</span>
          <PostForm action={action} intent="accept">
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="old_speaker" value={speaker} />
            <input type="hidden" name="new_speaker" value={name} />
            <Button kind="quiet">{t('people.accept', { name })}</Button>
          </PostForm>
          <PostForm action={action} intent="refuse">
            <input type="hidden" name="old_speaker" value={speaker} />
            <Button kind="quiet">
              {t('people.refuse')} <span className="visually-hidden">{nameOf(speaker)}</span>
            </Button>
          </PostForm>
        </li>
      ))}
    </ul>
  );
}

/** As the action reads the form. */
const renamesOf = (typed: Map<string, string | undefined>, nameOf: (speaker: string) => string) =>
  [...typed].flatMap(([from, text]) => {
    const to = speakerOfName(toOneLine(text ?? ''), nameOf);
    return to === '' ? [] : [{ from, to }];
  });

interface NameFieldProps {
  index: number;
  label: string;
  value: string;
  placeholder: string;
  error: string | undefined;
}

/** All fields have one name; the index tells their errors apart. */
function NameField({ index, label, error, value, placeholder }: NameFieldProps) {
  const name = `new_speaker[${index}]`;
  return (
    <FieldFrame name={name} label={label} error={error}>
      <input
        id={name}
        name="new_speaker"
        defaultValue={value}
        placeholder={placeholder}
        className={fieldStyles.input}
        list="known-names"
        maxLength={MAX_SPEAKER_LENGTH}
        autoComplete="off"
        {...descriptionOf({ name, error })}
      />
    </FieldFrame>
  );
}

/** Says who would become one person, before it happens. */
function MergeQuestion({ merges }: { merges: PeopleMerge[] }) {
  const { t, i18n } = useTranslation('transcript');
  const nameOf = useSpeakerName();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <Alert kind="warning">
      <ul className={styles.merges}>
        {merges.map(({ name, speakers }) => (
          <li key={name}>
            {t('people.merges', { names: list.format(speakers.map(nameOf)), name: nameOf(name) })}
          </li>
        ))}
      </ul>
      <input type="hidden" name="merged" value={mergeKey(merges)} />
      <Checkbox name="merge" label={t('people.merge')} />
    </Alert>
  );
}
