import { MAX_SPEAKER_LENGTH } from '@/app/domain/transcript/rewrite-utterances';
import type { Draft } from './draft';
import { openDialog } from './open-dialog';
import type { Renderer } from './render';
import type { TranscriptText } from './text';

/**
 * Speaker dialog: renames the speaker of all utterances or of one, and asks before two speakers are merged.
 */
export function openSpeakerDialog(
  dialog: HTMLDialogElement,
  section: HTMLElement,
  { text, draft, renderer }: { text: TranscriptText; draft: Draft; renderer: Renderer },
): void {
  const block = text.utteranceOf(section);
  const form = dialog.querySelector('form')!;
  const field = form.querySelector<HTMLInputElement>('[name="new_speaker"]')!;
  const merge = form.querySelector<HTMLElement>('[data-merge]')!;
  const mayMerge = merge.querySelector('input')!;
  const speakers = new Set(text.utterances.map(({ speaker }) => speaker));
  const name = renderer.nameOf(block.speaker);
  dialog.querySelector('[data-old]')!.textContent = name;
  dialog.querySelector('datalist')!.replaceChildren(...[...speakers].map((each) => new Option(each, each)));
  field.value = name === block.speaker ? name : '';
  merge.hidden = true;
  mayMerge.checked = false;
  field.oninput = () => field.setCustomValidity('');

  form.onsubmit = (event) => {
    event.preventDefault();
    const to = field.value
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_SPEAKER_LENGTH);
    const isAll = (event.submitter as HTMLButtonElement).value === 'all';
    if (to === '') {
      field.setCustomValidity(form.dataset.required!);
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
