// User actions in a document.
(() => {
  const { acting, pick, selectWords } = hands;
  const text = () => document.querySelector('.ql-editor');
  const action = (name) => document.querySelector(`[data-action="${name}"]`);
  const press = (key) =>
    text().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  /** Quill notices a selection asynchronously, slower than this script. */
  function selectionNoticed() {
    document.dispatchEvent(new Event('selectionchange'));
    return new Promise((resolve) => setTimeout(resolve, 10));
  }

  function choose(choice, value) {
    if (choice === 'toggle') {
      document.querySelector(`[data-toggle="${value}"]`).click();
      return;
    }
    const field = document.querySelector(`[data-choice="${choice}"]`);
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }

  Object.assign(hands, {
    marks: '[class*="mark-"], s',
    // One element may have both marks.
    marksOf: (run) => [
      ...(run.localName === 's' ? ['struck'] : []),
      ...[...run.className.matchAll(/mark-(\w+)/g)].map(([, color]) => color),
    ],
    texts: () => [text()],
    paragraphs: () => [...text().querySelectorAll('.ql-sheet > :not(ol), li')],

    /** The paragraph with the cursor. */
    typedIn() {
      const { anchorNode } = getSelection();
      if (document.activeElement !== text() || !text().contains(anchorNode)) return null;
      return hands.paragraphs().find((paragraph) => paragraph.contains(anchorNode)) ?? null;
    },

    deleteWords(from, to, overNext) {
      return acting(() => {
        const paragraph = hands.typedIn();
        if (paragraph && selectWords(paragraph, { from, to, overNext })) press('Delete');
      });
    },

    /** Joins the cursor's line with the previous one. */
    join: () => acting(() => press('Backspace')),

    async mark(share, marking, range) {
      text().focus({ preventScroll: true });
      if (!selectWords(pick(hands.paragraphs(), share), range)) return { came: [], gone: [] };
      await selectionNoticed();
      return acting(() => {
        if (marking === 'struck') choose('toggle', 'strike');
        else choose('mark', marking === 'none' ? '' : marking);
      });
    },

    shape: (choice, value) => acting(() => choose(choice, value)),

    title(title) {
      const field = document.querySelector('#document-title');
      field.value = title;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },

    use: (tool) => acting(() => action(tool).click()),

    /** Commits changes made by a toolbar button while the cursor was elsewhere, too. */
    rest() {
      if (!hands.hasQuestion()) text().focus({ preventScroll: true });
      text().blur();
      dispatchEvent(new Event('online'));
    },
  });
})();
