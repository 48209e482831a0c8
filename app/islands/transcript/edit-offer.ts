import { find } from '../ui/find-part';
import { EDIT_OFFER } from './transcript.contract';

const GAP = 8;

/** Shows the offer to edit below the place that was pressed; scrolling, a press elsewhere or Escape closes it. */
export function offerEditing(offer: HTMLElement, place: DOMRect, edit: () => void): void {
  if (!offer.isConnected) document.body.append(offer);
  offer.showPopover();
  const { width, height } = offer.getBoundingClientRect();
  const isBelow = place.bottom + GAP + height < innerHeight;
  offer.style.left = `${Math.min(Math.max(GAP, place.left), innerWidth - width - GAP)}px`;
  offer.style.top = `${isBelow ? place.bottom + GAP : place.top - GAP - height}px`;
  hideOnScroll(offer);
  find(offer, EDIT_OFFER.edit).onclick = () => {
    offer.hidePopover();
    edit();
  };
}

/** The event of a scroll that ended with the press comes after it, at the same position. */
function hideOnScroll(offer: HTMLElement): void {
  const shownAt = scrollY;
  const listening = new AbortController();
  const { signal } = listening;
  const hide = () => {
    if (scrollY !== shownAt) offer.hidePopover();
  };
  addEventListener('scroll', hide, { passive: true, signal });
  offer.addEventListener(
    'toggle',
    () => {
      if (!offer.matches(':popover-open')) listening.abort();
    },
    { signal },
  );
}
