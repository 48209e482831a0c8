import { find } from '../ui/find-part';
import { type ChosenFile, canPick, droppedFiles, pickFiles } from './chosen-file';
import { RECORDING_KEY } from './recording-key';
import type { AttachBelow } from './show-arrived';
import { UPLOAD_FORM } from './upload.contract';

/** Shows chosen or dropped files in a card that sends them in chunks; without it the form works as it is. */
export default function attach(element: HTMLElement, attachBelow: AttachBelow): void {
  const form = element as HTMLFormElement;
  const input = find(form, UPLOAD_FORM.file);

  let isOpening = false;
  /** The form's own button was pressed while the card was loading. */
  let isPressed = false;
  const open = async (choosing: Promise<ChosenFile[]>) => {
    const files = await choosing;
    if (files.length === 0) return;
    isOpening = true;
    const { openCard } = await import('./card');
    await openCard(form, files, { attachBelow, isSubmitted: () => isPressed });
  };
  const tryToOpen = async (choosing: Promise<ChosenFile[]>) => {
    // If the card does not load, the form stays and submits the chosen files.
    const isOpen = await open(choosing).then(
      () => true,
      () => false,
    );
    isOpening = false;
    if (isPressed && !isOpen) form.requestSubmit();
    isPressed = false;
  };
  form.addEventListener(
    'submit',
    (event) => {
      if (!isOpening) return;
      isPressed = true;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );

  input.addEventListener('click', (event) => {
    if (!canPick()) return;
    event.preventDefault();
    void tryToOpen(pickFiles());
  });
  const takeChosen = () => tryToOpen(Promise.resolve([...(input.files ?? [])].map((file) => ({ file }))));
  input.addEventListener('change', () => void takeChosen());
  // Chosen while this script was on its way.
  void takeChosen();

  const record = find(form, UPLOAD_FORM.record);
  record.hidden = !('MediaRecorder' in window && navigator.mediaDevices);
  record.addEventListener('click', async () => {
    const { openRecorder } = await import('./recorder');
    await openRecorder(form, attachBelow);
  });
  if (localStorage.getItem(RECORDING_KEY)) {
    void import('./recorder').then(({ offerUnsentRecording }) => offerUnsentRecording(form, attachBelow));
  }

  takeDrops((dropped) => void tryToOpen(dropped));
}

/** The whole page takes files, whether the form can be seen or is folded away. */
function takeDrops(take: (files: Promise<ChosenFile[]>) => void): void {
  const { body } = document;
  const isWanted = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
  document.addEventListener('dragover', (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    body.dataset.dropping = '';
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) delete body.dataset.dropping;
  });
  document.addEventListener('drop', (event) => {
    delete body.dataset.dropping;
    if (!isWanted(event) || !event.dataTransfer) return;
    event.preventDefault();
    take(droppedFiles(event.dataTransfer));
  });
}
