import { part } from '../ui/part.contract';

/** The page of the calendar: its links steer the grid, which takes the place of the list. */
export const CALENDAR_PAGE = {
  root: part('div[data-island="calendar"]', ...(['query', 'events'] as const)),
  views: part('div[data-views]'),
  heading: part('h2'),
  steps: part('nav[data-steps]'),
  filters: part('nav[data-filters]'),
  list: part('div[data-list]'),
};

/** The markup that the grid fills in; hidden until then. */
export const CALENDAR_GRID = {
  root: part(
    'section[data-grid]',
    ...(['untitled', 'accepted', 'declined', 'tentative', 'needsAction', 'series', 'wholeDay'] as const),
    ...(['newEvent', 'moved', 'saved', 'failed', 'readOnly'] as const),
  ),
  place: part('div[data-place]'),
  unavailable: part('div[data-unavailable]'),
  retry: part('button[data-retry]'),
  partial: part('p[data-partial]'),
  said: part('p[data-said]'),
  toast: part('template[data-toast]'),
};

export const SHOW_BUTTONS = {
  root: part('p[data-show]'),
  list: part('button[data-show="list"]'),
  grid: part('button[data-show="grid"]'),
};
