import { type Paragraph, plainParagraphs, textOf } from '@/app/domain/document/rich-text';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DRAFT_PAGE } from '../draft/draft.contract';
import { serveDialogs } from '../draft/serve-dialogs';
import { askConflict, askToDiscard } from '../transcript/dialogs';
import { CONFLICT_DIALOG, DIALOGS } from '../transcript/dialogs.contract';
import { showSaveState, showUnsaved } from '../transcript/save-state';
import type { Tools } from '../transcript/tools';
import { find, findAll, required, textsOf } from '../ui/find-part';
import { timeZoneOfPage } from '../ui/time-zone';
import { DOCUMENT_PAGE, DOCUMENT_TOOLS, FORMAT_BAR, LINK_DIALOG } from './document.contract';
import { DocumentDraft } from './draft';
import { FormatBar } from './format-bar';
import { openQuill } from './quill';
import type { ServerDocument } from './server-document';
import { selectedPlaces, selectPlaces } from './shown-places';
import { showSource } from './source';
import { formattingOf, styledWordsOf, toNode } from './styled-words';

/** Replaces the plain form with the editor. */
export async function openEditor(
  article: HTMLElement,
  present: ServerDocument,
  tools: Tools<'speaker'>,
): Promise<void> {
  // Whoever opened the plain form meanwhile may be typing in it.
  if (find(article, DOCUMENT_PAGE.plain).open) return;
  const editor = tools.part(DOCUMENT_TOOLS.editor);
  const place = find(editor, DOCUMENT_TOOLS.text);
  const shown = find(find(article, DOCUMENT_PAGE.shown), DOCUMENT_PAGE.shownText);
  const selected = getSelection()?.isCollapsed ? null : selectedPlaces(shown);
  for (const plain of findAll(article, DRAFT_PAGE.plain)) plain.hidden = true;
  find(article, DOCUMENT_PAGE.main).prepend(editor);

  const quill = openQuill(place);
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-label', textsOf(place, DOCUMENT_TOOLS.text).label);
  const title = editTitle(article, editor, (typed) => draft.rename(typed));
  const ask = (mine: readonly Paragraph[], theirs: readonly Paragraph[]) =>
    askConflict(tools.part(CONFLICT_DIALOG.root), {
      mine: styledWordsOf(mine),
      theirs: styledWordsOf(theirs),
      formattingOf,
      toNode,
    });
  const draft = new DocumentDraft(present, quill, shown, {
    onState: (name) => showSaveState(editor, name),
    onChange() {
      article.setAttribute('data-changed', '');
      showTopics(editor, draft, place);
    },
    onTitle: (name) => title.show(name),
    onServerText(renewed) {
      const waiting = renewed.changeIds.length + draft.outbox.waiting.length;
      article.toggleAttribute('data-changed', waiting > 0);
      showSaved(article, renewed.savedAt);
      showTopics(editor, draft, place);
    },
    onConflict: ({ mine, theirs }) => ask(mine, theirs),
    onTitleConflict: ({ mine, theirs }) => ask(title.labelled(mine), title.labelled(theirs)),
  });
  article.toggleAttribute('data-changed', present.changeIds.length > 0);
  showUnsaved(editor, present.changeIds.length);
  title.show(present.title);
  const said = find(editor, FORMAT_BAR.said);
  const save = async () => {
    title.send();
    const isSaved = await draft.save().catch(() => false);
    if (isSaved) showSaveState(editor, '');
    said.textContent = isSaved ? '' : textsOf(said, FORMAT_BAR.said).failed;
  };
  serveDialogs(article, {
    send() {
      title.send();
      draft.commit();
      return draft.outbox.flush();
    },
    async refresh() {
      draft.commit();
      if (!(await draft.outbox.mergeWithServer())) throw new Error('the present document did not come');
      if (draft.outbox.unsavedCount === 0) showSaveState(editor, '');
    },
  });
  const discard = () => {
    draft.commit();
    const saved = find(find(article, DOCUMENT_PAGE.saved), DOCUMENT_PAGE.savedAt);
    askToDiscard(tools.part(DIALOGS.discard), draft.outbox, saved);
  };
  new FormatBar(editor, quill, tools.part(LINK_DIALOG.root), { save, discard });
  showTopics(editor, draft, place);
  if (selected) {
    draft.loadAll();
    selectPlaces(quill, selected);
  }
  await draft.adoptOrphanedChanges();
  const source = article.querySelector<HTMLElement>(DOCUMENT_PAGE.source.selector);
  if (source) await showSource(source, quill, tools, () => draft.loadAll());
}

/** Title field: sends the title on blur, after a pause in typing and on `pagehide`. */
function editTitle(article: HTMLElement, editor: HTMLElement, rename: (title: string) => void) {
  const field = find(editor, DOCUMENT_TOOLS.title);
  const heading = find(article, DOCUMENT_PAGE.title);
  const label = required(field.labels?.[0], 'label of the title').textContent;
  let known = '';
  heading.classList.add('visually-hidden');
  const send = () => {
    const typed = field.value.trim();
    if (typed === '' || typed === known) return;
    known = typed;
    heading.textContent = typed;
    rename(typed);
  };
  let timer: number | undefined;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(send, 800);
  });
  field.addEventListener('change', send);
  addEventListener('pagehide', send);
  return {
    send,
    /** The title after the field's label, for the conflict dialog. */
    labelled: (title: string) => plainParagraphs([`${label}: ${title}`]),
    /** Shows a title that was changed elsewhere. */
    show(title: string): void {
      // Does not overwrite a title that is being typed.
      if (field.value.trim() === known) field.value = title;
      known = title;
      heading.textContent = title;
    },
  };
}

function showTopics(editor: HTMLElement, draft: DocumentDraft, place: HTMLElement): void {
  const headings = draft.blocks.filter(({ kind }) => kind === 'h1').map(textOf);
  const list = find(find(editor, DOCUMENT_TOOLS.topics), DOCUMENT_TOOLS.topicList);
  const items = headings.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', () => {
      draft.loadAll();
      place.querySelectorAll('h1')[index]?.scrollIntoView({ block: 'center' });
    });
    item.append(button);
    return [item];
  });
  list.replaceChildren(...items);
}

function showSaved(article: HTMLElement, savedAt: string): void {
  const time = find(find(article, DOCUMENT_PAGE.saved), DOCUMENT_PAGE.savedAt);
  time.dateTime = savedAt;
  time.textContent = formatDateTime(
    savedAt,
    toInterfaceLanguage(document.documentElement.lang),
    timeZoneOfPage(),
  );
}
