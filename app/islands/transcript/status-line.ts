/** Without a tone, a warning. */
export type Say = (sentence: string, forMs: number, tone?: 'green' | 'red') => void;

/** Shows one sentence at a time in a place, each for its time, in the colour of its tone. */
export function createStatusLine(place: HTMLElement): Say {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (sentence, forMs, tone) => {
    clearTimeout(timer);
    place.textContent = sentence;
    if (tone) place.dataset.tone = tone;
    else delete place.dataset.tone;
    timer = setTimeout(() => {
      place.textContent = '';
    }, forMs);
  };
}
