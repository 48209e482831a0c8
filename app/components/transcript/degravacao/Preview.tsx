import { useTranslation } from 'react-i18next';
import { hasValidCheckDigits, parseCaseNumber } from '@/app/domain/transcript/degravacao/case-number';
import type { DegravacaoLine, DegravacaoSheet } from '@/app/domain/transcript/degravacao/document';
import type { DegravacaoRecord } from '@/app/domain/transcript/degravacao/record';
import { DEGRAVACAO_PAGE } from '@/app/islands/transcript/degravacao.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Alert } from '../../ui/Alert';
import styles from './Preview.module.css';

/** The first pages of the document, line by line as its files have them. */
export function Preview({ sheets, record }: { sheets: DegravacaoSheet[]; record: DegravacaoRecord }) {
  const { t } = useTranslation(['transcript', 'errors']);
  const { profile } = record;
  const caseNumber = profile === 'lawyer' ? parseCaseNumber(record.caseNumber) : null;
  const isExcerpt = sheets.some(({ number }) => number === null);
  return (
    <section
      id="preview"
      className={styles.preview}
      aria-labelledby="preview-title"
      {...mark(DEGRAVACAO_PAGE.preview)}
    >
      <h2 id="preview-title">{t('degravacao.preview')}</h2>
      {caseNumber && !hasValidCheckDigits(caseNumber) && (
        <Alert kind="warning">
          <p>{t('degravacao.case-number-digits', { ns: 'errors' })}</p>
        </Alert>
      )}
      {profile === 'researcher' && <p className={styles.what}>{t('degravacao.research.hint')}</p>}
      {isExcerpt && <p className={styles.what}>{t('degravacao.preview.rest')}</p>}
      {sheets.map(({ number, lines }, index) => (
        <div key={number ?? `end-${index}`} className={styles.sheet}>
          {lines.map((line, position) => (
            <Line key={line.number ?? `line-${position}`} {...line} />
          ))}
          {number !== null && <p className={styles.foot}>{t('degravacao.preview.page', { number })}</p>}
        </div>
      ))}
    </section>
  );
}

function Line({ kind, number, time, parts }: DegravacaoLine) {
  return (
    <p className={styles[kind]}>
      {number !== null && <span className={styles.number}>{number}</span>}
      {kind === 'speech' && <span className={styles.time}>{time}</span>}
      <span>
        {parts.map(({ text, isBold, isStruck }, index) => {
          const key = `${index} ${text}`;
          if (isBold) return <b key={key}>{text} </b>;
          return isStruck ? <s key={key}>{text} </s> : <span key={key}>{text} </span>;
        })}
      </span>
    </p>
  );
}
