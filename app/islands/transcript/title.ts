import { find, textsOf } from '../ui/find-part';
import { postQuietly } from './post-quietly';
import { TITLE_EDITING, TRANSCRIPT_PAGE } from './transcript.contract';

const MIN_LENGTH = 3;
const MAX_LENGTH = 255;

export interface TitleEditing {
  /** Saves what was typed. Resolves to whether the server has it; if not, the problem was said. */
  commit(): Promise<boolean>;
  /** Ends editing, and shows the saved title. */
  close(): void;
}

/**
 * The page's heading can be typed in, and is saved when it loses the focus.
 * @param say shows a problem
 */
export function editTitle(
  heading: HTMLElement,
  marking: HTMLElement,
  say: (problem: string) => void,
): TitleEditing {
  const name = find(heading, TRANSCRIPT_PAGE.name);
  const { label, short, failed } = textsOf(marking, TITLE_EDITING.root);
  const listeners = new AbortController();
  const { signal } = listeners;
  let saved = name.textContent;
  let saving = Promise.resolve(true);

  /** One after the other: the focus may be lost while a tool saves. */
  function commit(): Promise<boolean> {
    saving = saving.then(save);
    return saving;
  }

  async function save(): Promise<boolean> {
    const title = name.textContent.replace(/\s+/gu, ' ').trim().slice(0, MAX_LENGTH);
    // Writing it anew would move the cursor.
    if (name.textContent !== title) name.textContent = title;
    if (title === saved) return showProblem('');
    if (title.length < MIN_LENGTH) return showProblem(short);
    const fields = { intent: 'title', transcription_name: title, submissionId: crypto.randomUUID() };
    if ((await postQuietly(new URLSearchParams(fields))) !== 204) return showProblem(failed);
    document.title = document.title.replace(saved, title);
    saved = title;
    return showProblem('');
  }

  function showProblem(problem: string): boolean {
    name.toggleAttribute('aria-invalid', problem !== '');
    if (problem !== '') say(problem);
    return problem === '';
  }

  name.contentEditable = 'plaintext-only';
  name.setAttribute('role', 'textbox');
  name.setAttribute('aria-label', label);
  name.addEventListener('blur', () => void commit(), { signal });
  name.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      event.preventDefault();
      if (event.key === 'Escape') name.textContent = saved;
      name.blur();
    },
    { signal },
  );
  function close(): void {
    listeners.abort();
    for (const attribute of ['contenteditable', 'role', 'aria-label', 'aria-invalid'])
      name.removeAttribute(attribute);
    name.textContent = saved;
  }

  return { commit, close };
}
