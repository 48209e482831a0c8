import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';
import type { ParagraphRow } from '@/app/domain/document/compare-paragraphs';
import type { ChangesPage, Numbered } from '@/app/domain/transcript/number-changes';
import { Comparison, FoldedRows } from '../transcript/editor/Comparison';
import { VersionReading, VersionsPage, type VersionsPageProps } from '../transcript/editor/VersionsPage';
import { SanitisedHtml } from '../ui/SanitisedHtml';
import { ComparedParagraph } from './ComparedParagraph';
import styles from './DocumentVersionsPage.module.css';
import './formats.css';

interface DocumentComparison extends ChangesPage<ParagraphRow> {
  from: number;
  to: number;
}

interface DocumentVersionsPageProps extends Pick<VersionsPageProps, 'name' | 'versions' | 'unsavedCount'> {
  publicId: string;
  comparison: SerializeFrom<DocumentComparison> | null;
  reading: { version: number; html: string } | null;
}

export function DocumentVersionsPage(props: DocumentVersionsPageProps) {
  const { t } = useTranslation('document');
  const { publicId, comparison, reading, ...page } = props;
  const base = `/documents/${publicId}`;
  const read = page.versions.find(({ version }) => version === reading?.version);
  return (
    <VersionsPage {...page} base={base} back={t('download.back')} sides={comparison}>
      {comparison && <RunningDocument base={base} comparison={comparison} />}
      {reading && read && (
        <VersionReading
          base={base}
          view={read}
          newest={page.versions[0]!.version}
          unsavedCount={page.unsavedCount}
        >
          <SanitisedHtml className="document-text" html={reading.html} />
        </VersionReading>
      )}
    </VersionsPage>
  );
}

interface RunningDocumentProps {
  base: string;
  comparison: SerializeFrom<DocumentComparison>;
}

function RunningDocument({ base, comparison }: RunningDocumentProps) {
  const { t } = useTranslation('document');
  const { parts, ...sides } = comparison;
  const paragraphs = (rows: SerializeFrom<Numbered<ParagraphRow>>[]) => (
    <div className={`document-text ${styles.text}`}>
      {rows.map((row) => (
        <ComparedParagraph key={row.index} numbered={row} />
      ))}
    </div>
  );
  return (
    <Comparison {...sides} base={base}>
      {parts.map(({ isFolded, rows }) =>
        isFolded ? (
          <FoldedRows key={rows[0]!.index} label={t('versions.folded', { count: rows.length })}>
            {paragraphs(rows)}
          </FoldedRows>
        ) : (
          <div key={rows[0]!.index}>{paragraphs(rows)}</div>
        ),
      )}
    </Comparison>
  );
}
