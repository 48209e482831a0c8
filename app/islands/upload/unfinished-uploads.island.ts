import type { ReadableHandle } from './chosen-file';
import { deleteHandle, loadHandles } from './file-handles';
import { isUploadLocked } from './upload-lock';

/**
 * Banner of unfinished uploads: a button resumes an upload whose file handle this browser has stored, and a
 * text marks one that another tab is sending.
 */
export default function attach(banner: HTMLElement): void {
  const items = [...banner.querySelectorAll<HTMLElement>('[data-upload]')];
  void Promise.all(items.map(showOtherTab)).catch(() => undefined);
  void offerFiles(items).catch(() => undefined);
}

const part = (item: HTMLElement, name: string) => item.querySelector<HTMLElement>(`[data-${name}]`)!;

async function showOtherTab(item: HTMLElement): Promise<void> {
  if (await isUploadLocked(item.dataset.upload!)) part(item, 'elsewhere').hidden = false;
}

async function offerFiles(items: HTMLElement[]): Promise<void> {
  for (const { address, handle, language } of await loadHandles(
    items.map(({ dataset }) => dataset.upload!),
  )) {
    const item = items.find(({ dataset }) => dataset.upload === address)!;
    const button = part(item, 'continue');
    button.hidden = false;
    button.addEventListener('click', () => {
      void resumeUpload(handle, language).catch(async () => {
        // Moved, renamed or unreadable: the user has to choose the file.
        button.hidden = true;
        await deleteHandle(address);
        uploadForm().querySelector<HTMLInputElement>('input[type="file"]')!.focus();
      });
    });
  }
}

const uploadForm = () => document.querySelector<HTMLFormElement>('form[data-island~="upload"]')!;

/** @throws Error when the file cannot be read, or the card does not load */
async function resumeUpload(handle: ReadableHandle, language: string): Promise<void> {
  if ((await handle.requestPermission({ mode: 'read' })) !== 'granted') throw new Error('not to be read');
  const file = await handle.getFile();
  const form = uploadForm();
  form.querySelector<HTMLSelectElement>('[name="language"]')!.value = language;
  const { openCard } = await import('./card');
  await openCard(form, [{ file, handle }]);
}
