import { type Paragraph, textOf } from '@/app/domain/document/rich-text';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { askConflict } from '../transcript/dialogs';
import { Tools } from '../transcript/tools';
import { DocumentDraft, fetchPresent } from './draft';
import { FormatBar } from './format-bar';
import { openQuill } from './quill';
import { showSource } from './source';

/** Puts the editor into the place of the plain form, which stays when something of the editor does not come. */
export async function openEditor(article: HTMLElement): Promise<void> {
  const [tools, present] = await Promise.all([Tools.fetch('/documents/tools'), fetchPresent()]);
  const editor = tools.part('editor');
  const place = editor.querySelector<HTMLElement>('[data-place]')!;
  for (const plain of article.querySelectorAll<HTMLElement>('[data-plain]')) plain.hidden = true;
  article.querySelector('[data-main]')!.prepend(editor);

  const quill = openQuill(place);
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-label', place.dataset.label!);
  const state = editor.querySelector<HTMLElement>('[data-state]')!;
  const draft = new DocumentDraft(present, quill, {
    onState: (name) => {
      state.dataset.state = name;
    },
    onChange: () => showTopics(editor, draft, place),
    onConflict: ({ mine, theirs }) =>
      askConflict(tools.part('conflict'), { mine: wordsOf(mine), theirs: wordsOf(theirs) }),
  });
  const said = editor.querySelector<HTMLElement>('[data-said]')!;
  const save = async () => {
    const savedAt = await draft.save().catch(() => null);
    said.textContent = savedAt ? '' : said.dataset.failed!;
    if (savedAt) showSaved(article, savedAt);
  };
  new FormatBar(editor, quill, tools.part('link'), save);
  editTitle(article, editor, present.title, draft);
  showTopics(editor, draft, place);
  await draft.takeLeftovers();
  const source = article.querySelector<HTMLElement>('[data-source]');
  if (source) await showSource(source, quill, tools);
}

/** Words with the space behind them, and a break behind each paragraph. */
const wordsOf = (paragraphs: readonly Paragraph[]) =>
  paragraphs
    .flatMap((paragraph) => `${textOf(paragraph)}\n`.match(/\S*\s+/gu) ?? [])
    .map((text) => ({ text }));

/** The title goes to the server when the field is left, or after a pause. */
function editTitle(article: HTMLElement, editor: HTMLElement, title: string, draft: DocumentDraft): void {
  const field = editor.querySelector<HTMLInputElement>('input')!;
  const heading = article.querySelector('h1')!;
  let known = title;
  field.value = title;
  heading.classList.add('visually-hidden');
  const send = () => {
    const typed = field.value.trim();
    if (typed === '' || typed === known) return;
    known = typed;
    heading.textContent = typed;
    draft.rename(typed);
  };
  let timer: number | undefined;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(send, 800);
  });
  field.addEventListener('change', send);
}

/** The main headings, to go to. */
function showTopics(editor: HTMLElement, draft: DocumentDraft, place: HTMLElement): void {
  const headings = draft.blocks.filter(({ kind }) => kind === 'h1').map(textOf);
  const list = editor.querySelector('[data-topics] ul')!;
  const items = headings.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', () =>
      place.querySelectorAll('h1')[index]?.scrollIntoView({ block: 'center' }),
    );
    item.append(button);
    return [item];
  });
  list.replaceChildren(...items);
}

function showSaved(article: HTMLElement, savedAt: string): void {
  const time = article.querySelector<HTMLTimeElement>('[data-saved] time')!;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  time.dateTime = savedAt;
  time.textContent = formatDateTime(savedAt, toInterfaceLanguage(document.documentElement.lang), timeZone);
}
