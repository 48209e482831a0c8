import { find } from '../ui/find-part';
import { EDIT_OFFER } from './transcript.contract';

const GAP = 8;

/** Shows the offer to edit below the place that was pressed; a press elsewhere or Escape closes it. */
export function offerEditing(offer: HTMLElement, place: DOMRect, edit: () => void): void {
  if (!offer.isConnected) document.body.append(offer);
  offer.showPopover();
  const { width, height } = offer.getBoundingClientRect();
  const isBelow = place.bottom + GAP + height < innerHeight;
  offer.style.left = `${Math.min(Math.max(GAP, place.left), innerWidth - width - GAP)}px`;
  offer.style.top = `${isBelow ? place.bottom + GAP : place.top - GAP - height}px`;
  addEventListener('scroll', () => offer.hidePopover(), { once: true, passive: true });
  find(offer, EDIT_OFFER.edit).onclick = () => {
    offer.hidePopover();
    edit();
  };
}
