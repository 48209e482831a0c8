/** Free space above and below the line of the caret. */
const MARGIN = 8;

/**
 * Scrolls so that the line in which somebody types stands between the bar and the dock of tools, also above the
 * keyboard of a phone.
 */
export function keepCaretInSight(article: HTMLElement, dock: HTMLElement): void {
  let isPlanned = false;
  const plan = () => {
    if (isPlanned || !(document.activeElement as HTMLElement | null)?.isContentEditable) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      showCaret(article, dock);
    });
  };
  const viewport = visualViewport;
  const adapt = () => {
    if (!viewport) return;
    const covered = Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    document.documentElement.style.setProperty('--keyboard', `${covered}px`);
    plan();
  };
  viewport?.addEventListener('resize', adapt);
  viewport?.addEventListener('scroll', adapt);
  article.addEventListener('input', plan);
  document.addEventListener('selectionchange', plan);
}

function showCaret(article: HTMLElement, dock: HTMLElement): void {
  const caret = caretRect();
  if (!caret || !article.contains(document.activeElement)) return;
  const top = topEdge(dock) + MARGIN;
  const bottom = bottomEdge(dock) - MARGIN;
  if (caret.bottom > bottom) scrollBy({ top: caret.bottom - bottom, behavior: 'instant' });
  else if (caret.top < top) scrollBy({ top: caret.top - top, behavior: 'instant' });
}

/** The lower edge of the bar, while it sticks to the window. */
function topEdge(dock: HTMLElement): number {
  const bar = dock.parentElement?.parentElement;
  if (!bar || getComputedStyle(bar).position !== 'sticky') return visualViewport?.offsetTop ?? 0;
  const { top, bottom } = bar.getBoundingClientRect();
  return top <= 0 ? bottom : 0;
}

function bottomEdge(dock: HTMLElement): number {
  const viewport = visualViewport;
  const edge = viewport ? viewport.offsetTop + viewport.height : innerHeight;
  return getComputedStyle(dock).position === 'fixed'
    ? Math.min(edge, dock.getBoundingClientRect().top)
    : edge;
}

/** A collapsed range in an empty paragraph, or at its very start, has no rectangle of its own. */
function caretRect(): DOMRect | undefined {
  const selection = getSelection();
  if (!selection?.rangeCount) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  range.collapse(false);
  const rect = range.getClientRects()[0] ?? range.getBoundingClientRect();
  if (rect.height > 0) return rect;
  return document.activeElement?.getBoundingClientRect();
}
