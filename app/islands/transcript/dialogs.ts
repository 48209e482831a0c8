import { type ComparedRun, compareWords } from '@/app/domain/transcript/compare-words';
import { find, textsOf } from '../ui/find-part';
import type { Unconfirmed } from './change-queue';
import { countText } from './count-text';
import { CONFIRMATION, CONFLICT_DIALOG, DISCARD_DIALOG } from './dialogs.contract';
import { openDialog } from './open-dialog';
import type { Outbox } from './outbox';

/** Two conflicting texts, in words, with the formatting that is compared besides their letters. */
interface ConflictTexts<Shown extends { text: string }> {
  mine: Shown[];
  theirs: Shown[];
  formattingOf(word: Shown): unknown[];
  toNode(run: Shown): Node;
}

/** Asks which of two texts to keep; one without words was deleted. It cannot be dismissed. */
export function askConflict<Shown extends { text: string }>(
  dialog: HTMLDialogElement,
  { mine, theirs, formattingOf, toNode }: ConflictTexts<Shown>,
): Promise<'mine' | 'theirs'> {
  const own = find(dialog, CONFLICT_DIALOG.mine);
  const other = find(dialog, CONFLICT_DIALOG.theirs);
  const { empty } = textsOf(other, CONFLICT_DIALOG.theirs);
  const [ownRuns, otherRuns] = compareWords(mine, theirs, formattingOf);
  own.replaceChildren(...ownRuns.map((run) => markDifference('ins', run, toNode(run))));
  other.replaceChildren(...otherRuns.map((run) => markDifference('del', run, toNode(run))));
  if (mine.length === 0) own.textContent = empty;
  if (theirs.length === 0) other.textContent = empty;
  dialog.dataset.modal = '';
  const preventCancel = (event: Event) => event.preventDefault();
  dialog.addEventListener('cancel', preventCancel);
  dialog.returnValue = '';
  openDialog(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', function decide() {
      // Browsers close a dialog on the second Escape even when `cancel` was prevented.
      if (dialog.returnValue === '') return openDialog(dialog);
      dialog.removeEventListener('close', decide);
      dialog.removeEventListener('cancel', preventCancel);
      resolve(dialog.returnValue as 'mine' | 'theirs');
    });
  });
}

function markDifference(name: 'ins' | 'del', { isDifferent }: ComparedRun<unknown>, node: Node): Node {
  if (!isDifferent) return node;
  const element = document.createElement(name);
  element.append(node);
  return element;
}

/**
 * Says how many changes are discarded, including those that are not on the server yet, and asks whether to.
 * @param saved the page's time of the saved version
 */
export function askToDiscard<Pending extends Unconfirmed>(
  dialog: HTMLDialogElement,
  outbox: Outbox<Pending>,
  saved: HTMLTimeElement,
): void {
  const count = Math.max(1, outbox.unsavedCount);
  const title = find(dialog, DISCARD_DIALOG.title);
  const { one, other } = textsOf(title, DISCARD_DIALOG.title);
  title.textContent = countText(count, { one, other });
  find(dialog, DISCARD_DIALOG.savedAt).textContent = saved.textContent;
  const form = find(dialog, CONFIRMATION.form);
  form.action = location.pathname;
  find(form, CONFIRMATION.submissionId).value = crypto.randomUUID();
  find(form, CONFIRMATION.version).value = String(outbox.revision.version);
  openDialog(dialog);
  form.onsubmit = async (event) => {
    event.preventDefault();
    await outbox.clear();
    form.submit();
  };
}
