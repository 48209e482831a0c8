import { compareWords } from '@/app/domain/transcription/compare-words';
import type { Conflict } from '@/app/domain/transcription/rebase';
import type { Block } from '@/app/domain/transcription/transcript-change';
import { openDialog } from './open-dialog';

/** Asks which of two texts stays. It cannot be left without an answer. */
export function askConflict(
  dialog: HTMLDialogElement,
  { mine, theirs }: Conflict,
  nameOf: (speaker: string) => string,
): Promise<'mine' | 'theirs'> {
  const linesOf = (blocks: readonly Block[]) =>
    blocks.map(({ speaker, text }) => `${nameOf(speaker)}: ${text}`).join('\n');
  const [own, other] = [
    dialog.querySelector<HTMLElement>('[data-mine]')!,
    dialog.querySelector<HTMLElement>('[data-theirs]')!,
  ];
  const pieces = compareWords(linesOf(theirs), linesOf(mine));
  own.replaceChildren(...pieces.filter(({ kind }) => kind !== 'removed').map(toNode));
  other.replaceChildren(...pieces.filter(({ kind }) => kind !== 'added').map(toNode));
  if (mine.length === 0) own.textContent = other.dataset.empty!;
  if (theirs.length === 0) other.textContent = other.dataset.empty!;
  dialog.dataset.modal = '';
  const preventCancel = (event: Event) => event.preventDefault();
  dialog.addEventListener('cancel', preventCancel);
  dialog.returnValue = '';
  openDialog(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', function decide() {
      // Browsers close on a second Escape whatever a page says.
      if (dialog.returnValue === '') return openDialog(dialog);
      dialog.removeEventListener('close', decide);
      dialog.removeEventListener('cancel', preventCancel);
      resolve(dialog.returnValue as 'mine' | 'theirs');
    });
  });
}

const ELEMENTS = { same: null, added: 'ins', removed: 'del' } as const;

function toNode({ kind, text }: { kind: keyof typeof ELEMENTS; text: string }): Node {
  const name = ELEMENTS[kind];
  if (!name) return document.createTextNode(text);
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
