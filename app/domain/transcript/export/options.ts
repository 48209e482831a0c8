export const SHOWN_PARTS = ['speakers', 'times', 'marks'] as const;

/** 'degravacao' is that of Brazilian courts and legislatures: numbered lines, time stamps, page x of y. */
export const LAYOUTS = ['plain', 'degravacao'] as const;

export type ShownPart = (typeof SHOWN_PARTS)[number];
export type Layout = (typeof LAYOUTS)[number];

export interface ExportOptions {
  shown: ReadonlySet<ShownPart>;
  layout: Layout;
}

/** Without any `show` every part is shown; a form that may hide every part sends an empty one. */
export function readExportOptions(query: URLSearchParams): ExportOptions {
  const asked = query.getAll('show');
  const layout = LAYOUTS.find((known) => known === query.get('layout')) ?? 'plain';
  const shown = SHOWN_PARTS.filter((part) => asked.length === 0 || asked.includes(part));
  return { shown: new Set(shown), layout };
}

/** Formats of files with a text, by extension. */
export const EXPORT_FORMATS = ['pdf', 'docx', 'txt', 'srt', 'vtt', 'json'] as const;
