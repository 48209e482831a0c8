import { isAssistantName } from '@/app/domain/meeting/assistant-name';
import type { PageView } from './page-contract';
import { BUTTONS, OWN_TILE, PRESENTATION, TEXTS } from './wording';

export type Screen =
  /** No way in and nothing that says why; it may still load. */
  | 'unknown'
  | 'can-join'
  | 'waiting'
  | 'admitted'
  | 'lapsed'
  | 'denied'
  | 'blocked'
  | 'sign-in-required'
  | 'not-found';

const has = (view: PageView, pattern: string) =>
  view.buttons.some((label) => new RegExp(pattern, 'iu').test(label));

const hasNamedTile = (view: PageView) => view.tiles.some(({ name }) => name);

/** Meet's address for a sign-in is another site's; a stand-in's page says it with a field for the address. */
function wantsSignIn(view: PageView): boolean {
  if (URL.canParse(view.url) && new URL(view.url).hostname === 'accounts.google.com') return true;
  return TEXTS.signIn.test(view.text);
}

/** What a page shows before the assistant is let in, most certain first. */
export function readEntrance(view: PageView): Screen {
  if (TEXTS.waiting.test(view.text)) return 'waiting';
  if (TEXTS.lapsed.test(view.text)) return 'lapsed';
  if (TEXTS.denied.test(view.text)) return 'denied';
  if (has(view, BUTTONS.join)) return 'can-join';
  if (has(view, BUTTONS.leave) && hasNamedTile(view)) return 'admitted';
  if (TEXTS.blocked.test(view.text)) return 'blocked';
  if (TEXTS.notFound.test(view.text)) return 'not-found';
  if (wantsSignIn(view)) return 'sign-in-required';
  return 'unknown';
}

/** Why a call is over; null while it goes on. Texts count only without tiles: people write and say them too. */
export function readEnd(view: PageView): 'removed' | 'ended' | null {
  if (hasNamedTile(view)) return null;
  if (TEXTS.removed.test(view.text)) return 'removed';
  if (TEXTS.ended.test(view.text)) return 'ended';
  return null;
}

export interface Present {
  people: string[];
  assistants: string[];
}

/** How the assistant knows its own tile: the account of a profile has a name of its own. */
export interface Self {
  botName: string;
  /** Of the tile without a name that the page had before the first knock. */
  ids: ReadonlySet<string>;
}

export interface NamedTile {
  id: string;
  name: string;
}

/** Whether a tile is another participant's: named, not the assistant's own, and no presentation. */
export const isOther = ({ id, name }: NamedTile, self: Self): boolean =>
  name !== '' &&
  name !== self.botName &&
  !self.ids.has(id) &&
  !OWN_TILE.test(name) &&
  !PRESENTATION.test(name);

/** Who else is there. */
export function readPresent(tiles: NamedTile[], self: Self): Present {
  // Who came with two devices has two tiles.
  const names = [...new Set(tiles.filter((tile) => isOther(tile, self)).map(({ name }) => name))];
  return {
    people: names.filter((name) => !isAssistantName(name)),
    assistants: names.filter((name) => isAssistantName(name)),
  };
}
