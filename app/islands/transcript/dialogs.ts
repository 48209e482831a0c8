import { type ComparedRun, compareWords, type ShownWord } from '@/app/domain/transcription/compare-words';
import { openDialog } from './open-dialog';
import { markedRun } from './render';

/** Asks which of two texts stays; one without words was deleted. It cannot be left without an answer. */
export function askConflict(
  dialog: HTMLDialogElement,
  { mine, theirs }: { mine: ShownWord[]; theirs: ShownWord[] },
): Promise<'mine' | 'theirs'> {
  const [own, other] = [
    dialog.querySelector<HTMLElement>('[data-mine]')!,
    dialog.querySelector<HTMLElement>('[data-theirs]')!,
  ];
  const [ownRuns, otherRuns] = compareWords(mine, theirs);
  own.replaceChildren(...ownRuns.map((run) => toNode(run, 'ins')));
  other.replaceChildren(...otherRuns.map((run) => toNode(run, 'del')));
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

function toNode(run: ComparedRun, name: 'ins' | 'del'): Node {
  const node = markedRun(run);
  if (!run.isDifferent) return node;
  const element = document.createElement(name);
  element.append(node);
  return element;
}
