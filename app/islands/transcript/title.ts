import { find, textsOf } from '../ui/find-part';
import { TITLE_FORM, TRANSCRIPT_PAGE } from './transcript.contract';

const MIN_LENGTH = 3;

/** Saved by its button, by Enter and on blur. @returns a function that ends editing */
export function editTitle(heading: HTMLElement, form: HTMLFormElement): () => void {
  const field = find(form, TITLE_FORM.field);
  const texts = textsOf(form, TITLE_FORM.root);
  let saved = heading.textContent;
  field.value = saved;
  // Stays the page's heading for screen readers.
  heading.classList.add('visually-hidden');
  heading.after(form);

  async function save(): Promise<void> {
    const title = field.value.trim();
    if (title === saved) return;
    if (title.length < MIN_LENGTH) return showError(texts.short);
    const fields = { intent: 'title', transcription_name: title, submissionId: crypto.randomUUID() };
    const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' as const };
    const answer = await fetch(location.pathname, init).catch(() => null);
    if (answer?.type !== 'opaqueredirect') return showError(texts.failed);
    document.title = document.title.replace(saved, title);
    saved = title;
    find(heading, TRANSCRIPT_PAGE.name).textContent = title;
    showError('');
  }

  function showError(message: string): void {
    field.setCustomValidity(message);
    field.toggleAttribute('aria-invalid', message !== '');
    if (message !== '') field.reportValidity();
  }

  form.onsubmit = (event) => {
    event.preventDefault();
    void save();
  };
  field.onblur = () => void save();
  field.oninput = () => showError('');
  return () => {
    form.remove();
    heading.classList.remove('visually-hidden');
  };
}
