import { find, findAll, textsOf } from '../ui/find-part';
import type { ReadableHandle } from './chosen-file';
import { deleteHandle, loadHandles } from './file-handles';
import type { AttachBelow } from './show-arrived';
import { UNFINISHED_UPLOAD, UPLOAD_FORM } from './upload.contract';
import { isUploadLocked } from './upload-lock';

/** Resumes an upload whose file handle this browser has stored, and marks one that another tab is sending. */
export default function attach(banner: HTMLElement, attachBelow: AttachBelow): void {
  const items = findAll(banner, UNFINISHED_UPLOAD.root);
  void Promise.all(items.map(showOtherTab)).catch(() => undefined);
  void offerFiles(items, attachBelow).catch(() => undefined);
}

const addressOf = (item: HTMLElement) => textsOf(item, UNFINISHED_UPLOAD.root).upload;

async function showOtherTab(item: HTMLElement): Promise<void> {
  if (await isUploadLocked(addressOf(item))) find(item, UNFINISHED_UPLOAD.elsewhere).hidden = false;
}

async function offerFiles(items: HTMLElement[], attachBelow: AttachBelow): Promise<void> {
  for (const { address, handle, language } of await loadHandles(items.map(addressOf))) {
    const item = items.find((each) => addressOf(each) === address);
    if (!item) continue;
    const button = find(item, UNFINISHED_UPLOAD.continue);
    button.hidden = false;
    button.addEventListener('click', () => {
      void resumeUpload(handle, language, attachBelow).catch(async () => {
        // Moved, renamed or unreadable: the user has to choose the file.
        button.hidden = true;
        await deleteHandle(address);
        find(uploadForm(), UPLOAD_FORM.file).focus();
      });
    });
  }
}

const uploadForm = () => find(document, UPLOAD_FORM.root);

/** @throws Error when the file cannot be read, or the card does not load */
async function resumeUpload(
  handle: ReadableHandle,
  language: string,
  attachBelow: AttachBelow,
): Promise<void> {
  if ((await handle.requestPermission({ mode: 'read' })) !== 'granted') throw new Error('not to be read');
  const file = await handle.getFile();
  const form = uploadForm();
  find(form, UPLOAD_FORM.language).value = language;
  const { openCard } = await import('./card');
  await openCard(form, [{ file, handle }], { attachBelow });
}
