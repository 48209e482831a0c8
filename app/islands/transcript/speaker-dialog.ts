import { toOneLine } from '@/app/domain/format/normalise-unicode';
import { MAX_SPEAKER_LENGTH } from '@/app/domain/transcript/rewrite-utterances';
import { find, textsOf } from '../ui/find-part';
import { SPEAKER_DIALOG } from './dialogs.contract';
import type { Draft } from './draft';
import { openDialog } from './open-dialog';
import type { Renderer } from './render';
import type { TranscriptText } from './text';

/** Renames the speaker of all utterances or of one, and asks before two speakers are merged. */
export function openSpeakerDialog(
  dialog: HTMLDialogElement,
  section: HTMLElement,
  { text, draft, renderer }: { text: TranscriptText; draft: Draft; renderer: Renderer },
): void {
  const block = text.utteranceOf(section);
  const form = find(dialog, SPEAKER_DIALOG.form);
  const field = find(form, SPEAKER_DIALOG.name);
  const merge = find(form, SPEAKER_DIALOG.merge);
  const mayMerge = find(merge, SPEAKER_DIALOG.mayMerge);
  const speakers = new Set(text.utterances.map(({ speaker }) => speaker));
  const name = renderer.nameOf(block.speaker);
  find(dialog, SPEAKER_DIALOG.formerName).textContent = name;
  find(form, SPEAKER_DIALOG.knownSpeakers).replaceChildren(
    ...[...speakers].map((each) => new Option(each, each)),
  );
  field.value = name === block.speaker ? name : '';
  merge.hidden = true;
  mayMerge.checked = false;
  field.oninput = () => field.setCustomValidity('');

  form.onsubmit = (event) => {
    event.preventDefault();
    const to = toOneLine(field.value).slice(0, MAX_SPEAKER_LENGTH);
    const isAll = (event.submitter as HTMLButtonElement).value === 'all';
    if (to === '') {
      field.setCustomValidity(textsOf(form, SPEAKER_DIALOG.form).required);
      field.reportValidity();
      return;
    }
    if (isAll && to !== block.speaker && speakers.has(to) && !mayMerge.checked) {
      merge.hidden = false;
      mayMerge.focus();
      return;
    }
    dialog.close();
    if (to === block.speaker) return;
    if (isAll) draft.rename(block.speaker, to);
    else draft.replace([block], [{ id: crypto.randomUUID(), speaker: to, text: block.text }]);
  };
  openDialog(dialog);
  field.select();
}
