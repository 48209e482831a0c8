import { find } from '../ui/find-part';
import { seekByLinks } from './seek-by-links';
import { SHARED_PAGE } from './transcript.contract';

export default function attach(page: HTMLElement): void {
  seekByLinks(page, find(page, SHARED_PAGE.audio));
}
