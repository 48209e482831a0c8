import type { SerializeFrom } from '@remix-run/node';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParagraphPiece, ParagraphRow } from '@/app/domain/document/compare-paragraphs';
import { ELEMENTS, EMPHASIS_ELEMENTS, styleClasses } from '@/app/domain/document/render-html';
import type { Run } from '@/app/domain/document/rich-text';
import type { Numbered } from '@/app/domain/transcript/number-changes';
import { Changed, ChangeMarker, Remark } from '../transcript/editor/Comparison';

/** A paragraph of the running text of two versions; an item of a list stands in a list of its own. */
export function ComparedParagraph({ numbered }: { numbered: SerializeFrom<Numbered<ParagraphRow>> }) {
  const { kind, align, indent, number } = numbered.row;
  const Element = ELEMENTS[kind];
  const className = align && `align-${align}`;
  const content = <ParagraphContent numbered={numbered} />;
  if (Element !== 'ul' && Element !== 'ol') return <Element className={className}>{content}</Element>;
  return (
    <Element data-indent={indent} start={Element === 'ol' ? (number ?? undefined) : undefined}>
      <li className={className}>{content}</li>
    </Element>
  );
}

function ParagraphContent({ numbered }: { numbered: SerializeFrom<Numbered<ParagraphRow>> }) {
  const { row, lead, numbers } = numbered;
  const { t } = useTranslation('document');
  const isEmpty = row.pieces.every(({ runs }) => runs.length === 0);
  const remark = (isEmpty && row.isWhole && 'versions.empty') || remarkOf(row);
  return (
    <>
      <ChangeMarker number={lead} />
      {remark && (
        <>
          <Remark>{t(remark)}</Remark>{' '}
        </>
      )}
      {numbers.map(({ at, number }) => (
        <span key={at}>
          <ChangeMarker number={number} />
          <Piece piece={row.pieces[at]!} />
        </span>
      ))}
      {isEmpty && <br />}
    </>
  );
}

const remarkOf = ({ isSplit, isReformatted }: SerializeFrom<ParagraphRow>) =>
  isSplit ? 'versions.split' : isReformatted ? 'versions.reformatted' : null;

function Piece({ piece: { kind, runs } }: { piece: SerializeFrom<ParagraphPiece> }) {
  const { t } = useTranslation('document');
  if (kind === 'joined') {
    return (
      <>
        <Remark>{t('versions.joined')}</Remark>{' '}
      </>
    );
  }
  const last = runs.at(-1);
  if (!last) return null;
  const shown = kind === 'same' ? runs : runs.with(-1, { ...last, text: last.text.trimEnd() });
  return (
    <>
      <Changed kind={kind} restyled={t('versions.restyled')}>
        {shown.map((run) => (
          <StyledRun key={run.at} run={run} />
        ))}
      </Changed>
      {kind !== 'same' && last.text.slice(last.text.trimEnd().length)}
    </>
  );
}

function StyledRun({ run }: { run: SerializeFrom<Run> }) {
  const classes = styleClasses(run).join(' ');
  let content: ReactNode = run.text;
  for (const [emphasis, Element] of EMPHASIS_ELEMENTS.toReversed()) {
    if (run[emphasis]) content = <Element>{content}</Element>;
  }
  if (classes) content = <span className={classes}>{content}</span>;
  return run.link === undefined ? content : <a href={run.link}>{content}</a>;
}
