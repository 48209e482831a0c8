import {
  BINDINGS,
  PAGE_OBJECT,
  type PageScript,
  type PageView,
  type Sample,
  type Tile,
} from './page-contract';

interface Names {
  chunk: string;
  samples: string;
  object: string;
}

/**
 * Runs inside the meeting's page before any script of its own, so it can use nothing from outside itself. It hears
 * every remote audio track, and sees the tiles.
 */
function hearAndSee(names: Names): void {
  const CHUNK_MS = 1_000;
  const SAMPLE_MS = 100;
  const SAMPLES_PER_MESSAGE = 5;
  const RECENT_MS = 500;
  const MAX_TEXT = 4_000;
  const MAX_CLASSES = 200;

  if (window.top !== window) return;
  const call = (name: string, value: unknown) =>
    (window as unknown as Record<string, (value: unknown) => Promise<void>>)[name]!(value);

  const connections = new Set<RTCPeerConnection>();
  const heardTracks = new Map<string, AnalyserNode>();
  let mixing: { context: AudioContext; mix: GainNode; analyser: AnalyserNode } | undefined;

  function mixer() {
    if (mixing) return mixing;
    const context = new AudioContext();
    const mix = context.createGain();
    const analyser = context.createAnalyser();
    analyser.fftSize = 2048;
    mix.connect(analyser);
    mixing = { context, mix, analyser };
    return mixing;
  }

  function hear(track: MediaStreamTrack) {
    if (track.kind !== 'audio' || heardTracks.has(track.id)) return;
    const stream = new MediaStream([track]);
    // Chromium decodes a remote track only for an element that plays it; without one the mix is silent.
    const player = new Audio();
    player.muted = true;
    player.srcObject = stream;
    void player.play().catch(() => undefined);
    const { context, mix } = mixer();
    const source = context.createMediaStreamSource(stream);
    const analyser = context.createAnalyser();
    analyser.fftSize = 2048;
    source.connect(analyser);
    analyser.connect(mix);
    heardTracks.set(track.id, analyser);
    track.addEventListener('ended', () => {
      source.disconnect();
      analyser.disconnect();
      player.srcObject = null;
      heardTracks.delete(track.id);
    });
  }

  window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
    construct(target, args, newTarget) {
      const connection = Reflect.construct(target, args, newTarget) as RTCPeerConnection;
      connections.add(connection);
      connection.addEventListener('track', ({ track }) => hear(track));
      return connection;
    },
  });

  // What the people there say.

  let recorder: MediaRecorder | undefined;
  let sent: Promise<unknown> = Promise.resolve();

  async function sendChunk(chunk: Blob) {
    const bytes = new Uint8Array(await chunk.arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    await call(names.chunk, btoa(binary));
  }

  async function record(): Promise<number> {
    const { context, mix } = mixer();
    await context.resume();
    const destination = context.createMediaStreamDestination();
    mix.connect(destination);
    recorder = new MediaRecorder(destination.stream, {
      mimeType: 'audio/webm;codecs=opus',
      audioBitsPerSecond: 32_000,
    });
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) sent = sent.then(() => sendChunk(data));
    });
    const started = new Promise((resolve) => recorder!.addEventListener('start', resolve, { once: true }));
    recorder.start(CHUNK_MS);
    await started;
    return Date.now();
  }

  async function stop(): Promise<void> {
    if (recorder && recorder.state !== 'inactive') {
      const stopped = new Promise((resolve) => recorder!.addEventListener('stop', resolve, { once: true }));
      recorder.stop();
      await stopped;
    }
    sendSamples();
    await sent;
  }

  // Who is there.

  const isIcon = (element: Element) =>
    element.tagName === 'I' ||
    element.getAttribute('aria-hidden') === 'true' ||
    /symbols|icons/.test(classOf(element));
  // An SVG's className is no string.
  const classOf = (element: Element) => element.getAttribute('class') ?? '';

  function firstText(root: Element): string {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const parent = node.parentElement!;
      if (text && !isIcon(parent) && !parent.closest('button,[role=button],style,script')) return text;
    }
    return '';
  }

  function nameOf(tile: Element): string {
    const own =
      tile.getAttribute('data-self-name') ??
      tile.querySelector('[data-self-name]')?.getAttribute('data-self-name');
    if (own) return own.trim();
    const label = tile.querySelector('.notranslate');
    return ((label && firstText(label)) || firstText(tile) || (tile.getAttribute('aria-label') ?? '')).slice(
      0,
      100,
    );
  }

  function ssrcsOf(tile: Element): string[] {
    const marked = [tile, ...tile.querySelectorAll('[data-ssrc]')];
    return marked.flatMap((element) => element.getAttribute('data-ssrc') ?? []);
  }

  function classesOf(tile: Element): string[] {
    const classes = new Set<string>();
    for (const element of [tile, ...tile.querySelectorAll('[class]')]) {
      for (const name of element.classList) if (classes.size < MAX_CLASSES) classes.add(name);
    }
    return [...classes];
  }

  function tiles(): Tile[] {
    const found = new Map<string, Tile>();
    for (const tile of document.querySelectorAll('[data-participant-id]')) {
      const id = tile.getAttribute('data-participant-id')!;
      const known = found.get(id);
      // The list of people repeats the ids of the tiles.
      found.set(id, {
        id,
        name: known?.name || nameOf(tile),
        ssrcs: [...(known?.ssrcs ?? []), ...ssrcsOf(tile)],
        classes: [...new Set([...(known?.classes ?? []), ...classesOf(tile)])],
      });
    }
    return [...found.values()];
  }

  // Who speaks.

  let samples: Sample[] = [];
  let seenTiles = new Map<string, string>();
  const moment = new Float32Array(2048);

  function levelOf(analyser: AnalyserNode | undefined): number {
    if (!analyser) return 0;
    analyser.getFloatTimeDomainData(moment);
    let sum = 0;
    for (const value of moment) sum += value * value;
    return Math.sqrt(sum / moment.length);
  }

  /** Whom a server mixed into the stream, else the stream itself, of which a browser knows no level in time. */
  function heardOn(receiver: RTCRtpReceiver) {
    const now = performance.timeOrigin + performance.now();
    const contributing = receiver
      .getContributingSources()
      .filter(({ timestamp }) => now - timestamp < RECENT_MS);
    const [stream] = receiver.getSynchronizationSources();
    const own = stream
      ? [{ source: stream.source, audioLevel: levelOf(heardTracks.get(receiver.track.id)) }]
      : [];
    return (contributing.length > 0 ? contributing : own)
      .map(({ source, audioLevel = 0 }) => ({ id: String(source), level: audioLevel }))
      .filter(({ level }) => level > 0.001);
  }

  function heardSources() {
    const receivers = [...connections].flatMap((connection) =>
      connection.connectionState === 'closed' ? [] : connection.getReceivers(),
    );
    return receivers.filter(({ track }) => track.kind === 'audio').flatMap(heardOn);
  }

  function sample() {
    if (recorder?.state !== 'recording') return;
    const seen = tiles();
    const texts = new Map(seen.map((tile) => [tile.id, JSON.stringify(tile)]));
    const changed = seen.filter(({ id }) => texts.get(id) !== seenTiles.get(id));
    const gone = [...seenTiles.keys()].filter((id) => !texts.has(id));
    seenTiles = texts;
    samples.push({
      at: Date.now(),
      level: levelOf(mixing?.analyser),
      sources: heardSources(),
      ...(changed.length > 0 && { changed }),
      ...(gone.length > 0 && { gone }),
    });
    if (samples.length >= SAMPLES_PER_MESSAGE) sendSamples();
  }

  function sendSamples() {
    if (samples.length === 0) return;
    const batch = samples;
    samples = [];
    sent = sent.then(() => call(names.samples, batch));
  }

  setInterval(sample, SAMPLE_MS);

  // The page and its buttons.

  const labelOf = (button: Element) =>
    (button.getAttribute('aria-label') || firstTextOfButton(button) || '').replace(/\s+/g, ' ').trim();

  function firstTextOfButton(button: Element): string {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      if (text && !isIcon(node.parentElement!)) return text;
    }
    return '';
  }

  const buttons = () => [
    ...document.querySelectorAll<HTMLElement>('button,[role=button],a[href][role=link]'),
  ];

  const isEnabled = (button: HTMLElement) =>
    !button.hasAttribute('disabled') && button.getAttribute('aria-disabled') !== 'true';

  const liveConnections = () =>
    [...connections].filter(
      ({ connectionState }) => connectionState !== 'closed' && connectionState !== 'failed',
    );

  function look(): PageView {
    return {
      url: location.href,
      text: (document.body?.innerText ?? '').slice(0, MAX_TEXT),
      buttons: buttons().filter(isEnabled).map(labelOf).filter(Boolean),
      hasNameInput: [
        ...document.querySelectorAll<HTMLInputElement>('input[type=text],input:not([type])'),
      ].some((input) => input.checkVisibility()),
      tiles: tiles().map(({ id, name }) => ({ id, name })),
      connections: liveConnections().length,
    };
  }

  function press(pattern: string): string | null {
    const wanted = new RegExp(pattern, 'iu');
    const button = buttons().find((candidate) => isEnabled(candidate) && wanted.test(labelOf(candidate)));
    if (!button) return null;
    button.click();
    return labelOf(button);
  }

  const offered: PageScript = { look, press, record, stop };
  Object.defineProperty(window, names.object, { value: offered });
}

/** The text of the script for `addInitScript`. */
export function pageScript(): string {
  const names: Names = { ...BINDINGS, object: PAGE_OBJECT };
  // A bundler that keeps the names of functions calls __name, which no page has.
  return `(() => { const __name = (f) => f; (${hearAndSee.toString()})(${JSON.stringify(names)}); })();`;
}
