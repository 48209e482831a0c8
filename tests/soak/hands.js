// Runs in the page of a text: what a person does there at once, and what they see of it. Each thing that is
// written is a trace by a name of its own (a word p1, a speaker S1, a mark p1/blue), so that none can go unseen.
// Where things stand in the page is said by the script of that kind of text, which also adds to the hands.
globalThis.hands = (() => {
  function tracesIn(elements) {
    const seen = [];
    for (const element of elements) {
      for (const [trace] of element.textContent.matchAll(/[pS]\d+/g)) seen.push(trace);
      for (const run of element.querySelectorAll(hands.marks)) {
        for (const mark of hands.marksOf(run))
          for (const [word] of run.textContent.matchAll(/p\d+/g)) seen.push(`${word}/${mark}`);
      }
    }
    return seen;
  }

  const traces = () => tracesIn(hands.texts());

  const counted = (all) =>
    all.reduce((counts, trace) => counts.set(trace, (counts.get(trace) ?? 0) + 1), new Map());

  /**
   * Does something that shows at once. @returns the traces that came by it, and those of which there are fewer: a
   * name may stand in several places, of which two people take away one each
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

  /** Selects some words of a paragraph, or of it and the one after it. */
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

    /** Brings a text to the middle of the window. @returns where its first line is to be clicked */
    bring(share) {
      const paragraph = pick(hands.paragraphs(), share);
      paragraph.scrollIntoView({ block: 'center' });
      const [{ left, top, width, height }] = paragraph.getClientRects();
      return { x: left + width / 3, y: top + Math.min(12, height / 2) };
    },

    /** Puts the cursor of the paragraph that is typed in behind one of its words; 0 is before all. */
    place(share) {
      const paragraph = hands.typedIn();
      if (!paragraph) return false;
      const ends = wordEnds(paragraph);
      if (ends.length === 0) return false;
      if (share === 0) getSelection().collapse(ends[0][0], 0);
      else getSelection().collapse(...pick(ends, share));
      return true;
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

    state: () => document.querySelector('[data-state]')?.dataset.state,

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
