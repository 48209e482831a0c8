import type Quill from 'quill/core';
import { MAX_INDENT } from '@/app/domain/document/formats';
import { sanitiseLink } from '@/app/domain/document/sanitise-link';
import { openDialog } from '../transcript/open-dialog';
import { find, findAll, partAt, textsOf } from '../ui/find-part';
import { ACTION_BUTTONS, type Action, FORMAT_BAR, LINK_DIALOG } from './document.contract';

type Formats = Record<string, unknown>;

type DocumentActions = Record<'save' | 'discard', () => unknown>;

export class FormatBar {
  readonly #bar: HTMLElement;
  readonly #quill: Quill;
  readonly #dialog: HTMLDialogElement;
  readonly #actions: DocumentActions;
  /** The last selection, since a field of the toolbar takes the focus. */
  #place = { index: 0, length: 0 };

  constructor(editor: HTMLElement, quill: Quill, dialog: HTMLDialogElement, actions: DocumentActions) {
    this.#bar = find(editor, FORMAT_BAR.root);
    this.#quill = quill;
    this.#dialog = dialog;
    this.#actions = actions;
    quill.on('editor-change', () => this.#show());
    this.#bar.addEventListener('change', ({ target }) => this.#choose(target as HTMLSelectElement));
    this.#bar.addEventListener('click', (event) => {
      const button = (event.target as Element).closest('button');
      if (button?.dataset.toggle) this.#toggle(button.dataset.toggle);
      const action = partAt(event, ACTION_BUTTONS);
      if (action) this.#act(action);
    });
    editor.addEventListener('keydown', (event) => {
      const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
      if (!isSave) return;
      event.preventDefault();
      void actions.save();
    });
    find(dialog, LINK_DIALOG.form).addEventListener('submit', (event) => this.#applyLink(event));
  }

  #show(): void {
    const selection = this.#quill.getSelection();
    if (!selection) return;
    this.#place = selection;
    const formats = this.#quill.getFormat(selection);
    for (const button of findAll(this.#bar, FORMAT_BAR.toggle))
      button.setAttribute('aria-pressed', String(isOn(formats, textsOf(button, FORMAT_BAR.toggle).toggle)));
    for (const field of findAll(this.#bar, FORMAT_BAR.choice))
      field.value = chosenValue(formats, textsOf(field, FORMAT_BAR.choice).choice);
  }

  #choose(field: HTMLSelectElement): void {
    const { choice } = field.dataset;
    const value = field.value || false;
    this.#back();
    if (choice === 'kind') {
      const level = /^h(\d)$/.exec(field.value)?.[1];
      const { index, length } = this.#place;
      this.#quill.formatLine(index, length, { header: false, blockquote: false, list: false }, 'user');
      if (level) this.#quill.formatLine(index, length, 'header', Number(level), 'user');
      if (value === 'quote') this.#quill.formatLine(index, length, 'blockquote', true, 'user');
    } else if (choice) this.#quill.format(choice, value, 'user');
    this.#show();
  }

  #toggle(name: string): void {
    this.#back();
    const isOnNow = isOn(this.#quill.getFormat(), name);
    if (name === 'link') this.#askLink();
    else if (name === 'bullet' || name === 'ordered')
      this.#quill.format('list', isOnNow ? false : name, 'user');
    else this.#quill.format(name, !isOnNow, 'user');
    this.#show();
  }

  #act(action: Action): void {
    if (action === 'save' || action === 'discard') {
      void this.#actions[action]();
      return;
    }
    this.#back();
    const { indent = 0, list } = this.#quill.getFormat();
    const depth = Number(indent);
    if (action === 'indent' && list && depth < MAX_INDENT) this.#indent(depth + 1);
    if (action === 'outdent' && depth > 0) this.#indent(depth - 1);
    if (action === 'undo') this.#quill.history.undo();
    if (action === 'redo') this.#quill.history.redo();
    if (action === 'clear') this.#quill.removeFormat(this.#place.index, this.#place.length, 'user');
    this.#show();
  }

  #indent(depth: number): void {
    this.#quill.format('indent', depth > 0 && depth, 'user');
  }

  #askLink(): void {
    const field = find(this.#dialog, LINK_DIALOG.address);
    field.value = String(this.#quill.getFormat(this.#place).link ?? '');
    field.oninput = () => field.setCustomValidity('');
    openDialog(this.#dialog);
    field.focus();
  }

  #applyLink(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const field = find(form, LINK_DIALOG.address);
    const typed = field.value.trim();
    const link = typed === '' ? false : sanitiseLink(typed);
    if (link === null) {
      field.setCustomValidity(textsOf(form, LINK_DIALOG.form).invalid);
      field.reportValidity();
      return;
    }
    this.#dialog.close();
    this.#back();
    const { index, length } = this.#place;
    if (length > 0 || !link) this.#quill.formatText(index, length, 'link', link, 'user');
    else this.#quill.insertText(index, link, 'link', link, 'user');
  }

  #back(): void {
    this.#quill.setSelection(this.#place, 'silent');
  }
}

function isOn(formats: Formats, name: string): boolean {
  if (name === 'bullet' || name === 'ordered') return formats.list === name;
  return Boolean(formats[name]);
}

function chosenValue(formats: Formats, name: string): string {
  if (name === 'kind') return formats.header ? `h${formats.header}` : formats.blockquote ? 'quote' : '';
  const value = formats[name];
  return typeof value === 'string' ? value : '';
}
