import { calendarHref } from '@/app/domain/calendar/calendar-query';
import { find } from '../ui/find-part';
import { CALENDAR_PAGE, SHOW_BUTTONS } from './calendar.contract';
import type { Grid } from './grid';
import { isNarrow } from './narrow';

const KEY = 'celeste-calendar';

/**
 * Puts the grid in place of the list, unless this browser prefers the list. On a narrow screen a week stays a list. When
 * the grid cannot be loaded, the list stays.
 */
export default async function attach(
  root: HTMLElement,
  attachBelow: (root: ParentNode) => Promise<unknown>,
): Promise<void> {
  const buttons = find(root, SHOW_BUTTONS.root);
  const [toList, toGrid] = [find(root, SHOW_BUTTONS.list), find(root, SHOW_BUTTONS.grid)];
  const list = find(root, CALENDAR_PAGE.list);
  let grid: Grid | null = null;

  const showGrid = async () => {
    const { Grid } = await import('./grid');
    grid = new Grid(root, attachBelow);
    list.hidden = true;
    toList.hidden = false;
    toGrid.hidden = true;
    buttons.hidden = false;
  };
  const isNarrowWeek = () => isNarrow() && new URLSearchParams(location.search).get('view') === null;

  toList.addEventListener('click', () => {
    remember('list');
    if (grid) location.assign(calendarHref(grid.query));
  });
  toGrid.addEventListener('click', () => {
    remember('grid');
    showGrid().catch(() => undefined);
  });
  if (remembered() === 'list' || isNarrowWeek()) {
    toList.hidden = true;
    buttons.hidden = isNarrowWeek();
    return;
  }
  await showGrid().catch((error: unknown) => {
    root.setAttribute('data-island-failed', '');
    throw error;
  });
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(choice: 'list' | 'grid'): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the choice is for this page.
  }
}
