/** What a file to read or print may show beside the words. */
export const SHOWN_PARTS = ['speakers', 'times', 'marks'] as const;

/** 'degravacao' is what Brazilian courts and chambers know: numbered lines, time stamps, page x of y. */
export const LAYOUTS = ['plain', 'degravacao'] as const;

export type ShownPart = (typeof SHOWN_PARTS)[number];
export type Layout = (typeof LAYOUTS)[number];

export interface ExportOptions {
  shown: ReadonlySet<ShownPart>;
  layout: Layout;
}

/**
 * Reads `?show=speakers&show=times&layout=degravacao`. Without any `show` everything is shown; a form that may
 * hide everything says so by an empty one.
 */
export function readExportOptions(query: URLSearchParams): ExportOptions {
  const asked = query.getAll('show');
  const layout = LAYOUTS.find((known) => known === query.get('layout')) ?? 'plain';
  const shown = SHOWN_PARTS.filter((part) => asked.length === 0 || asked.includes(part));
  return { shown: new Set(shown), layout };
}
