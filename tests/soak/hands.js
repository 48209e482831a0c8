// Runs in the page of a text: synchronous user actions, and what the user sees of their result. Everything
// written is a trace with a unique name (a word p1, a speaker S1, a mark p1/blue), so that any loss is
// detected. The script of each kind of text adds its selectors and its own actions.
globalThis.hands = (() => {
  const markTraces = (run) =>
    hands
      .marksOf(run)
      .flatMap((mark) => (run.textContent.match(/p\d+/g) ?? []).map((word) => `${word}/${mark}`));

  function tracesIn(elements) {
    const seen = [];
    for (const element of elements) {
      for (const [trace] of element.textContent.matchAll(/[pS]\d+/g)) seen.push(trace);
      for (const run of element.querySelectorAll(hands.marks)) seen.push(...markTraces(run));
    }
    return seen;
  }

  const traces = () => tracesIn(hands.texts());

  const counted = (all) =>
    all.reduce((counts, trace) => counts.set(trace, (counts.get(trace) ?? 0) + 1), new Map());

  /**
   * Runs a synchronous edit. @returns the traces that appeared, and those whose number decreased: a name may
   * occur several times, and two users may remove one occurrence each
   */
  function acting(act) {
    const before = counted(traces());
    act();
    const after = counted(traces());
    return {
      came: [...after.keys()].filter((trace) => !before.has(trace)),
      gone: [...before.keys()].filter((trace) => (after.get(trace) ?? 0) < before.get(trace)),
    };
  }

  /** Word ends in a paragraph, as positions in its text nodes. */
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

  /** Selects some words of a paragraph, or of it and the next one. */
  function selectWords(paragraph, { from, to, overNext }) {
    const all = hands.paragraphs();
    const last = overNext ? (all[all.indexOf(paragraph) + 1] ?? paragraph) : paragraph;
    const [start, end] = [paragraph, last].map(wordEnds);
    if (start.length === 0 || end.length === 0) return false;
    const places = [pick(start, from), pick(end, to)];
    if (paragraph === last && from > to) places.reverse();
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

  return {
    acting,
    pick,
    selectWords,
    shows: (word) => hands.texts().some((text) => text.textContent.includes(word)),
    count: () => hands.paragraphs().length,
    hasQuestion: () => document.querySelector('dialog[open]') !== null,

    /** Scrolls a paragraph to the middle of the window. @returns where to click its first line */
    bring(share) {
      const paragraph = pick(hands.paragraphs(), share);
      paragraph.scrollIntoView({ block: 'center' });
      const [{ left, top, width, height }] = paragraph.getClientRects();
      return { x: left + width / 3, y: top + Math.min(12, height / 2) };
    },

    /** Moves the cursor of the focused paragraph behind one of its words; 0 is the start. */
    place(share) {
      const paragraph = hands.typedIn();
      if (!paragraph) return false;
      const ends = wordEnds(paragraph);
      if (ends.length === 0) return false;
      if (share === 0) getSelection().collapse(ends[0][0], 0);
      else getSelection().collapse(...pick(ends, share));
      return true;
    },

    /** Answers the open conflict dialog, if there is one. */
    answer(choice) {
      document.querySelector(`dialog[data-part="conflict"][open] [value="${choice}"]`)?.click();
    },

    /** Blurs the focused paragraph and dispatches `online`, so that the outbox sends at once. */
    rest() {
      if (document.activeElement?.isContentEditable) document.activeElement.blur();
      dispatchEvent(new Event('online'));
    },

    state: () => document.querySelector('[data-state]')?.dataset.state,

    /** Changes stored in IndexedDB that the server has not confirmed. */
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
