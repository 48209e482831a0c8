// User actions in a transcript.
(() => {
  const { acting, pick, selectWords } = hands;
  const list = () => document.querySelector('article [aria-labelledby="text-title"]');
  const sections = () => [...list().querySelectorAll('section')];
  const button = (name) => document.querySelector(`[data-part="toolbar"] [data-tool="${name}"]`);

  Object.assign(hands, {
    marks: 'mark, s',
    marksOf: (run) => [run.dataset.color ?? 'struck'],
    texts: () => [...list().querySelectorAll('h3, p')],
    paragraphs: () => sections().map((section) => section.querySelector('p')),
    typedIn: () => document.querySelector('article p[contenteditable]'),

    /** Deletes some words of the focused paragraph, but never all: an empty utterance is deleted, later. */
    deleteWords(from, to) {
      return acting(() => {
        const paragraph = hands.typedIn();
        if (!paragraph || !selectWords(paragraph, { from, to })) return;
        const selected = String(getSelection()).trim();
        if (selected && selected !== paragraph.textContent.trim()) document.execCommand('delete');
      });
    },

    /** Joins the focused utterance with the previous one, whose speaker it gets. */
    join: () =>
      acting(() =>
        document.activeElement.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true }),
        ),
      ),

    mark(share, marking, range) {
      return acting(() => {
        if (selectWords(pick(hands.paragraphs(), share), range)) button(marking).click();
      });
    },

    use: (tool) => acting(() => button(tool).click()),

    rename(share, name, reach) {
      return acting(() => {
        const section = pick(sections(), share);
        section.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        section.querySelector('[data-tool="speaker"]').click();
        const dialog = document.querySelector('dialog[data-part="speaker"]');
        dialog.querySelector('[name="new_speaker"]').value = name;
        dialog.querySelector('[name="merge"]').checked = true;
        dialog.querySelector('form').requestSubmit(dialog.querySelector(`[value="${reach}"]`));
      });
    },
  });
})();
