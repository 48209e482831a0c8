import { lastStartedIndex } from '@/app/domain/transcript/word-ranges';
import { find, findAll, textsOf } from '../ui/find-part';
import { CAPTION_PREVIEW } from './transcript.contract';

interface ShownCaption {
  item: HTMLElement;
  fromMs: number;
  toMs: number;
}

/** Draws the captions over the recording instead of the browser's own, and plays the stretch only. */
export default function attach(root: HTMLElement): void {
  const player = root.querySelector<HTMLVideoElement>(CAPTION_PREVIEW.player.selector);
  // The recording may be deleted.
  if (!player) return;
  for (const track of player.textTracks) track.mode = 'disabled';
  drawCaptions(root, player);
  const { from, to } = textsOf(root, CAPTION_PREVIEW.root);
  keepWithin(player, Number(from) / 1000, Number(to) / 1000);
}

function drawCaptions(root: HTMLElement, player: HTMLVideoElement): void {
  const stage = find(root, CAPTION_PREVIEW.stage);
  const captions = findAll(root, CAPTION_PREVIEW.caption).map((item): ShownCaption => {
    const { from, to } = textsOf(item, CAPTION_PREVIEW.caption);
    return { item, fromMs: Number(from), toMs: Number(to) };
  });
  let shown: ShownCaption | undefined;

  function draw(): void {
    const atMs = player.currentTime * 1000;
    const last = captions[lastStartedIndex(captions, ({ fromMs }) => fromMs, atMs)];
    const current = last && atMs < last.toMs ? last : undefined;
    if (current === shown) return;
    shown?.item.removeAttribute('aria-current');
    current?.item.setAttribute('aria-current', 'true');
    stage.replaceChildren(...(current ? [drawn(current.item)] : []));
    shown = current;
  }

  // The event of the player comes four times a second only: too late for a caption.
  const drawWhilePlaying = () => {
    draw();
    if (!player.paused) requestAnimationFrame(drawWhilePlaying);
  };
  player.addEventListener('playing', drawWhilePlaying);
  player.addEventListener('timeupdate', draw);
  player.addEventListener('seeked', draw);
  draw();
}

/** The text of a caption in the colour of its speaker, which the class of the list's item gives. */
function drawn(item: HTMLElement): HTMLElement {
  const text = document.createElement('span');
  text.className = item.className;
  text.textContent = find(item, CAPTION_PREVIEW.lines).textContent;
  return text;
}

/** Stops at the end of the stretch, and starts again at its beginning. */
function keepWithin(player: HTMLVideoElement, fromSeconds: number, toSeconds: number): void {
  player.addEventListener('timeupdate', () => {
    // The event comes late, and so does the browser, which pauses at the end of a media fragment, too.
    if (player.currentTime <= toSeconds) return;
    player.pause();
    player.currentTime = toSeconds;
  });
  player.addEventListener('play', () => {
    const isInside = player.currentTime >= fromSeconds && player.currentTime < toSeconds;
    if (!isInside) player.currentTime = fromSeconds;
  });
}
