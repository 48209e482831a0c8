// Runs in the page of a transcript: what a person does there at once, and what they see of it. Each thing that
// is written is a trace by a name of its own (a word p1, a speaker S1, a mark p1/blue), so that none can go unseen.
(() => {
  const list = () => document.querySelector('article [aria-labelledby="text-title"]');
  const sections = () => [...list().querySelectorAll('section')];
  const button = (name) => document.querySelector(`[data-part="toolbar"] [data-tool="${name}"]`);

  function tracesIn(elements) {
    const seen = new Set();
    for (const element of elements) {
      for (const [trace] of element.textContent.matchAll(/[pS]\d+/g)) seen.add(trace);
      for (const run of element.querySelectorAll('mark, s')) {
        const mark = run.dataset.color ?? 'struck';
        for (const [word] of run.textContent.matchAll(/p\d+/g)) seen.add(`${word}/${mark}`);
      }
    }
    return [...seen];
  }

  const traces = () => tracesIn(list().querySelectorAll('h3, p'));

  /** Does something that shows at once. @returns the traces that came by it and those that went */
  function acting(act) {
    const before = new Set(traces());
    act();
    const after = new Set(traces());
    return {
      came: [...after].filter((trace) => !before.has(trace)),
      gone: [...before].filter((trace) => !after.has(trace)),
    };
  }

  /** Where words end in a paragraph, as places of its text nodes. */
  function wordEnds(paragraph) {
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    const ends = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { index, 0: word } of node.data.matchAll(/\S+(?=\s|$)/g)) {
        ends.push([node, index + word.length]);
      }
    }
    return ends;
  }

  const pick = (items, share) => items[Math.floor(share * items.length)];

  /** Selects some words of a section, or of it and the one after it. */
  function selectWords(section, { from, to, overNext }) {
    const last = overNext ? (sections()[sections().indexOf(section) + 1] ?? section) : section;
    const [start, end] = [section, last].map((each) => wordEnds(each.querySelector('p')));
    if (start.length === 0 || end.length === 0) return false;
    const places = [pick(start, from), pick(end, to)];
    if (section === last && from > to) places.reverse();
    getSelection().setBaseAndExtent(...places[0], ...places[1]);
    return true;
  }

  addEventListener(
    'close',
    ({ target }) => {
      if (target.dataset?.part !== 'conflict' || target.returnValue === '') return;
      const [mine, theirs] = ['[data-mine]', '[data-theirs]'].map((side) =>
        tracesIn([target.querySelector(side)]),
      );
      decided({ mine, theirs, choice: target.returnValue });
    },
    { capture: true },
  );

  globalThis.hands = {
    shows: (word) => list().textContent.includes(word),
    count: () => sections().length,
    hasQuestion: () => document.querySelector('dialog[open]') !== null,

    /** Brings a text to the middle of the window. @returns where its first line is to be clicked */
    bring(share) {
      const paragraph = pick(sections(), share).querySelector('p');
      paragraph.scrollIntoView({ block: 'center' });
      const [{ left, top, width, height }] = paragraph.getClientRects();
      return { x: left + width / 3, y: top + Math.min(12, height / 2) };
    },

    /** Puts the cursor of the paragraph that is typed in behind one of its words; 0 is before all. */
    place(share) {
      const paragraph = document.querySelector('article p[contenteditable]');
      if (!paragraph) return false;
      const ends = wordEnds(paragraph);
      if (ends.length === 0) return false;
      if (share === 0) getSelection().collapse(ends[0][0], 0);
      else getSelection().collapse(...pick(ends, share));
      return true;
    },

    /** Deletes some words of the paragraph that is typed in, not all: without a word the block goes, later. */
    deleteWords(from, to) {
      return acting(() => {
        const paragraph = document.querySelector('article p[contenteditable]');
        if (!paragraph || !selectWords(paragraph.parentElement, { from, to })) return;
        const selected = String(getSelection()).trim();
        if (selected && selected !== paragraph.textContent.trim()) document.execCommand('delete');
      });
    },

    /** Joins the block that is typed in with the one before it, whose speaker says it all from then on. */
    join: () =>
      acting(() =>
        document.activeElement.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true }),
        ),
      ),

    mark(share, marking, range) {
      return acting(() => {
        if (selectWords(pick(sections(), share), range)) button(marking).click();
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

    /** Answers the conflict that is asked about, if any. */
    answer(choice) {
      document.querySelector(`dialog[data-part="conflict"][open] [value="${choice}"]`)?.click();
    },

    /** Leaves the paragraph that is typed in, and tells the page that there is a line. */
    rest() {
      if (document.activeElement?.isContentEditable) document.activeElement.blur();
      dispatchEvent(new Event('online'));
    },

    state: () => document.querySelector('[data-part="toolbar"] [data-state]')?.dataset.state,

    /** The changes that this browser has written down and the server has not confirmed. */
    queued: () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('celeste');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('changes').objectStore('changes').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(({ change }) => change));
          };
        };
      }),
  };
})();
