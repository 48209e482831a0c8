/** The page of a meeting, as far as an assistant sees it. The server says what it shows. */
const settings = JSON.parse(decodeURIComponent(document.currentScript.dataset.room));
const me = `${settings.room}/devices/guest-${Math.random().toString(36).slice(2)}`;
const CHANNELS = 3;
const GLOW_LAG_MS = 150;
const GLOW_HOLD_MS = 400;
const AUDIBLE = 0.01;

const WORDS = {
  en: {
    ask: 'Ask to join',
    open: 'Join now',
    again: 'Ask to join again',
    microphone: ['Turn off microphone', 'Turn on microphone'],
    camera: ['Turn off camera', 'Turn on camera'],
    leave: 'Leave call',
    name: 'Your name',
    chat: 'Chat with everyone',
    waiting: 'Asking to be let in...\nYou’ll join the call when someone lets you in',
    lapsed: 'You can’t join this call\nNo one responded to your request to join the call',
    denied: 'You can’t join this call\nSomeone in the call denied your request to join',
    blocked: 'You can’t join this video call',
    removed: 'You’ve been removed from the meeting',
    ended: 'The meeting has ended',
    home: 'Return to home screen',
    gotIt: 'Got it',
  },
  pt: {
    ask: 'Pedir para participar',
    open: 'Participar agora',
    again: 'Pedir novamente',
    microphone: ['Desativar microfone', 'Ativar microfone'],
    camera: ['Desativar câmera', 'Ativar câmera'],
    leave: 'Sair da chamada',
    name: 'Seu nome',
    chat: 'Conversar com todos',
    waiting: 'Pedindo para participar...\nVocê participará da chamada quando alguém permitir sua entrada',
    lapsed: 'Você não pode participar desta chamada\nNinguém respondeu ao seu pedido',
    denied: 'Você não pode participar desta chamada\nAlguém na chamada recusou seu pedido',
    blocked: 'Não é possível participar desta videochamada',
    removed: 'Você foi removido da reunião',
    ended: 'A reunião foi encerrada',
    home: 'Voltar à tela inicial',
    gotIt: 'Entendi',
  },
};
const words = WORDS[settings.language];

let state = { screen: 'loading', people: [], lines: [], isChatClosed: false, areTilesHidden: false };
let shown = '';
let name = '';
let isMicrophoneOn = true;
let isCameraOn = true;
let hasAnsweredNoteTaker = false;
let hasDismissed = false;
let connection;
let chatPanel;

const post = (action, body = {}) =>
  fetch(`/rooms/${settings.room}/${action}?id=${encodeURIComponent(me)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function button(label, act, attributes = {}) {
  const made = make(
    'button',
    attributes,
    make('i', { class: 'google-symbols', 'aria-hidden': 'true' }, 'sym'),
    label,
  );
  made.addEventListener('click', act);
  return made;
}

const lines = (text) => text.split('\n').map((line) => make('p', {}, line));

// The lobby.

function devices() {
  const toggle = (labels, isOn, flip) => {
    const made = make('button', { 'aria-label': labels[isOn ? 0 : 1] });
    made.addEventListener('click', flip);
    return made;
  };
  return make(
    'div',
    {},
    toggle(words.microphone, isMicrophoneOn, () => {
      isMicrophoneOn = !isMicrophoneOn;
      render();
    }),
    toggle(words.camera, isCameraOn, () => {
      isCameraOn = !isCameraOn;
      render();
    }),
  );
}

const effects = () =>
  make(
    'div',
    { 'data-participant-id': me, class: 'effects' },
    button('Backgrounds and effects', () => {}),
  );

function knock() {
  post('knock', { name, isMicrophoneOn, isCameraOn });
}

function lobby() {
  const input = make('input', { type: 'text', 'aria-label': words.name, placeholder: words.name });
  input.value = name;
  const ask = button(settings.joinLabel || words[settings.isOpen ? 'open' : 'ask'], knock);
  ask.disabled = !name;
  input.addEventListener('input', () => {
    name = input.value;
    ask.disabled = !name;
  });
  const isCovered = settings.popups.includes('got-it') && !hasDismissed;
  const popup = button(words.gotIt, () => {
    hasDismissed = true;
    render();
  });
  return [
    make('h1', {}, 'Ready to join?'),
    devices(),
    effects(),
    input,
    ...(isCovered
      ? [make('div', { role: 'dialog' }, make('p', {}, 'Others may see you differently'), popup)]
      : [ask]),
    leaveButton(),
  ];
}

const leaveButton = () => button('', leave, { 'aria-label': words.leave });

function leave() {
  connection?.close();
  post('leave');
}

const waiting = () => [
  ...lines(words.waiting),
  make('div', { 'data-participant-id': me }, make('span', { class: 'notranslate' }, name)),
  leaveButton(),
  button(words.home, () => {}),
];

const lapsed = () => [
  ...lines(words.lapsed),
  ...(settings.needsReload ? [] : [button(words.again, knock)]),
  button(words.home, () => {}),
];

const closed = (text) => [...lines(text), button(words.home, () => {})];

function noteTaker() {
  const accept = () => {
    hasAnsweredNoteTaker = true;
    render();
  };
  return [
    make(
      'div',
      { role: 'dialog' },
      make('h2', {}, 'Gemini is taking notes'),
      make('p', {}, 'Notes are shared with everybody who was invited.'),
      button(words.open, accept),
      button('Leave', leave),
    ),
    make('div', { 'data-participant-id': me }, make('span', { class: 'notranslate' }, name)),
    leaveButton(),
  ];
}

// The call.

let grid;
let roster;
let messages;
const glowing = new Map();
const random = () => `c${Math.random().toString(36).slice(2, 8)}`;
let glowClasses = [random(), random(), random()];
const quietClass = random();
const decoyClass = random();

if (settings.rotateEveryMs) {
  setInterval(() => {
    glowClasses = [random(), random(), random()];
  }, settings.rotateEveryMs);
}

function tile({ id, name: label }) {
  const glow = make('div', { class: `indicator ${quietClass}` });
  const found = make(
    'div',
    { 'data-participant-id': id, class: 'tile' },
    glow,
    make('i', { class: 'google-symbols' }, 'mic_off'),
    make('span', { class: 'notranslate' }, label),
    button('Pin', () => {}),
  );
  if (settings.ssrcs?.[id]) found.setAttribute('data-ssrc', settings.ssrcs[id]);
  return found;
}

function call() {
  grid = make('div', { class: 'grid' });
  roster = make('ul');
  messages = make('div', {});
  const toolbar = make('div', { class: 'toolbar-hidden' }, devices(), leaveButton());
  const open = button('', openChat, { 'aria-label': words.chat });
  toolbar.append(open);
  chatPanel = make('div', {});
  if (!connection) connect();
  fillCall();
  return [grid, make('aside', {}, roster, chatPanel, messages), toolbar, effects()];
}

function openChat() {
  if (state.isChatClosed) {
    chatPanel.replaceChildren(make('p', {}, 'The host has turned the chat off'));
    return;
  }
  const field = make('textarea', { 'aria-label': 'Send a message' });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    post('chat', { line: field.value });
    field.value = '';
  });
  chatPanel.replaceChildren(field);
}

/** Adds and removes tiles without touching those that stay. */
function fillCall() {
  const people = state.areTilesHidden ? [] : state.people;
  const ids = new Set(people.map(({ id }) => id));
  for (const old of [...grid.children]) if (!ids.has(old.getAttribute('data-participant-id'))) old.remove();
  const known = new Set([...grid.children].map((old) => old.getAttribute('data-participant-id')));
  for (const person of people) if (!known.has(person.id)) grid.append(tile(person));
  roster.replaceChildren(
    ...people.map(({ id, name: label }) =>
      make('li', { 'data-participant-id': id }, make('span', {}, id === me ? `${label} (You)` : label)),
    ),
  );
  messages.replaceChildren(...state.lines.map((line) => make('p', {}, line)));
}

async function connect() {
  connection = new RTCPeerConnection();
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    connection.addTransceiver('audio', { direction: 'recvonly' });
  }
  const levels = connection.createDataChannel('levels');
  levels.addEventListener('message', ({ data }) => showLevels(JSON.parse(data)));
  await connection.setLocalDescription();
  await new Promise((resolve) => {
    const check = () => connection.iceGatheringState === 'complete' && resolve();
    connection.addEventListener('icegatheringstatechange', check);
    check();
  });
  const response = await post('offer', { sdp: connection.localDescription.sdp });
  const { sdp, ssrcs } = await response.json();
  settings.ssrcs = ssrcs;
  for (const made of grid.children) {
    const ssrc = ssrcs[made.getAttribute('data-participant-id')];
    if (ssrc) made.setAttribute('data-ssrc', ssrc);
  }
  await connection.setRemoteDescription({ type: 'answer', sdp });
  if (settings.signal === 'sources') offerSources();
}

/** What a real server's streams carry and a browser's do not: whom a packet comes from. */
let heard = [];

function offerSources() {
  const receivers = connection.getReceivers();
  RTCRtpReceiver.prototype.getContributingSources = function () {
    const channel = receivers.indexOf(this);
    return heard
      .filter((entry) => entry.channel === channel)
      .map(({ person, level }) => ({
        source: 1000 + state.people.findIndex(({ id }) => id === person),
        audioLevel: level,
        timestamp: performance.timeOrigin + performance.now(),
      }));
  };
}

function showLevels(levels) {
  heard = levels.filter(({ level }) => level > AUDIBLE);
  if (settings.signal === 'none') return;
  for (const { person } of heard) {
    const shownPerson = settings.signal === 'one-name' ? state.people.at(-1)?.id : person;
    setTimeout(() => glowing.set(shownPerson, performance.now() + GLOW_HOLD_MS), GLOW_LAG_MS);
  }
}

setInterval(() => {
  if (!grid || ['none', 'streams'].includes(settings.signal)) return;
  for (const found of grid.children) {
    const indicator = found.querySelector('.indicator');
    const isOn = (glowing.get(found.getAttribute('data-participant-id')) ?? 0) > performance.now();
    const level = glowClasses[Math.floor(Math.random() * glowClasses.length)];
    indicator.className = `indicator ${isOn ? level : quietClass}`;
  }
}, 80);

// Something that moves and says nothing.
setInterval(() => {
  const all = [...(grid?.children ?? [])];
  all[Math.floor(Math.random() * all.length)]?.classList.toggle(decoyClass);
}, 700);

// What the server says.

const SCREENS = {
  loading: () => [],
  lobby,
  waiting,
  lapsed,
  denied: () => closed(words.denied),
  blocked: () => closed(words.blocked),
  removed: () => closed(words.removed),
  ended: () => closed(words.ended),
  call,
};

function render() {
  const isAsked = state.screen === 'call' && settings.popups.includes('note-taker') && !hasAnsweredNoteTaker;
  const next = isAsked ? 'note-taker' : state.screen;
  if (next === 'call' && shown === 'call') return fillCall();
  shown = next;
  if (['removed', 'ended'].includes(next)) {
    connection?.close();
    grid = undefined;
  }
  document.body.replaceChildren(...(isAsked ? noteTaker() : SCREENS[next]()));
}

const events = new EventSource(`/rooms/${settings.room}/events?id=${encodeURIComponent(me)}`);
events.addEventListener('state', ({ data }) => {
  state = JSON.parse(data);
  render();
});
events.addEventListener('command', ({ data }) => {
  if (JSON.parse(data) === 'reload') location.reload();
  else for (;;);
});
