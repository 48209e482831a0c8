import { FindAndReplace } from './find-and-replace';
import { LowConfidenceReview } from './low-confidence-review';
import type { Player } from './player';
import { selectPieces } from './selection';
import type { TextPlace, TranscriptText } from './text';
import type { Tools } from './tools';
import { FIND_PANEL, REVIEW_PANEL } from './transcript.contract';

/** Finding, and reviewing of doubtful words, while reading and while editing. */
export class SearchTools {
  readonly finding: FindAndReplace;
  readonly reviewing: LowConfidenceReview;
  readonly #player: Player;
  /** Moves the cursor to a doubtful word, while there is one. */
  onWord: ((word: TextPlace) => void) | null = null;

  constructor(tools: Tools, text: TranscriptText, player: Player) {
    this.#player = player;
    this.finding = new FindAndReplace(tools.part(FIND_PANEL.root), text);
    this.reviewing = new LowConfidenceReview(tools.part(REVIEW_PANEL.root), text, player, (word) => {
      const { section, place } = word;
      section.scrollIntoView({ block: 'center' });
      this.onWord?.(word);
      selectPieces([{ section, from: place.start, to: place.end }]);
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented && this.#close()) event.preventDefault();
    });
  }

  open(tool: 'find' | 'review'): void {
    if (tool === 'find') this.finding.open(this.#player.place);
    else this.reviewing.open(this.#player.place);
  }

  /** @returns whether something was open */
  #close(): boolean {
    const open = [this.finding, this.reviewing].find(({ isOpen }) => isOpen);
    open?.close();
    return open !== undefined;
  }
}
