import { useTranslation } from 'react-i18next';
import {
  DiffSide,
  VersionDiff,
  VersionsPage,
  type VersionsPageProps,
} from '../transcript/editor/VersionsPage';
import { SanitisedHtml } from '../ui/SanitisedHtml';
import styles from './DocumentVersionsPage.module.css';
import './formats.css';

/** One hunk of the diff between two versions; null where a side has nothing. */
interface HtmlDiffHunk {
  at: number;
  removed: string | null;
  added: string | null;
}

interface DocumentVersionsPageProps extends Pick<VersionsPageProps, 'name' | 'versions'> {
  publicId: string;
  comparison: { version: number; differences: HtmlDiffHunk[] } | null;
  reading: { version: number; html: string } | null;
}

export function DocumentVersionsPage(props: DocumentVersionsPageProps) {
  const { t } = useTranslation('document');
  const { t: editor } = useTranslation('transcript');
  const { publicId, comparison, reading, ...page } = props;
  return (
    <VersionsPage
      {...page}
      base={`/documents/${publicId}`}
      back={t('download.back')}
      read={t('versions.read')}
    >
      {comparison && (
        <VersionDiff version={comparison.version} isSame={comparison.differences.length === 0}>
          {comparison.differences.map(({ at, removed, added }) => (
            <div key={at}>
              <HtmlDiffSide html={removed} isRemoved />
              <HtmlDiffSide html={added} />
            </div>
          ))}
        </VersionDiff>
      )}
      {reading && (
        <section id="text" className={styles.text} aria-labelledby="text-title">
          <h2 id="text-title">{editor('versions.number', { version: reading.version })}</h2>
          <SanitisedHtml className="document-text" html={reading.html} />
        </section>
      )}
    </VersionsPage>
  );
}

function HtmlDiffSide({ html, isRemoved = false }: { html: string | null; isRemoved?: boolean }) {
  if (html === null) return null;
  const Change = isRemoved ? 'del' : 'ins';
  return (
    <DiffSide isRemoved={isRemoved}>
      <Change>
        <SanitisedHtml className="document-text" html={html} />
      </Change>
    </DiffSide>
  );
}
