import { listPeople, MAX_NAMED_PEOPLE, mainPeople } from '@/app/domain/transcript/people';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import type { Renderer } from './render';

/** Shows who speaks in the head of the page, as the server does. @param moreText with '%' for how many others */
export function showPeople(
  list: HTMLElement,
  utterances: readonly EditableUtterance[],
  renderer: Renderer,
  moreText: string,
): void {
  const people = listPeople(utterances);
  const named = mainPeople(people, MAX_NAMED_PEOPLE);
  const items = named.map(({ speaker, percent }) => {
    const item = document.createElement('li');
    const name = document.createElement('bdi');
    name.textContent = renderer.nameOf(speaker);
    item.className = renderer.hueOf(speaker);
    item.append(name, ` ${percent}%`);
    return item;
  });
  if (people.length > named.length) {
    const more = document.createElement('li');
    more.textContent = moreText.replace('%', String(people.length - named.length));
    items.push(more);
  }
  const [first, ...shown] = list.children;
  for (const item of shown) item.remove();
  first?.after(...items);
}
