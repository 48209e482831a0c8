/** What happens in a room after the assistant was let in. */
export type RoomEvent =
  | { do: 'join' | 'leave'; name: string }
  | { do: 'remove' | 'end' | 'reload' | 'freeze' }
  /** Somebody writes a line to the chat. */
  | { do: 'write'; line: string }
  /** All tiles leave the page, as behind a presentation on the whole screen. */
  | { do: 'hide-tiles' | 'show-tiles' };

/** How a room treats whoever comes; everything absent is the friendly way. */
export interface RoomScript {
  /** What its address shows. */
  entrance?:
    | 'ask'
    /** Without asking anybody. */
    | 'open'
    | 'blocked'
    | 'sign-in'
    | 'not-found'
    /** A page without any way in. */
    | 'no-buttons'
    /** A document that stays empty. */
    | 'empty'
    /** No answer at all. */
    | 'never-loads'
    | 'broken';
  language?: 'en' | 'pt';
  /** The label of the button that asks. */
  joinLabel?: string;
  /** Shows a refusal that is not meant for so long, as a page that still loads does. */
  falseAlarmMs?: number;
  /** The answer to the knock; 'none' leaves it without one. */
  answer?: 'admit' | 'deny' | 'none';
  answerAfterMs?: number;
  /** So many requests lapse before one is answered; each after `lapseAfterMs`. */
  lapses?: number;
  lapseAfterMs?: number;
  /** After a lapse the page has no button for another request. */
  needsReload?: boolean;
  /** Between lobby and call: hints, and the question of the note taker. */
  popups?: ('got-it' | 'note-taker')[];
  people?: string[];
  /** The guest's name is that of an account, whatever it writes. */
  accountName?: string;
  isChatClosed?: boolean;
  /** How the page shows who speaks. */
  signal?: 'glow' | 'streams' | 'sources' | 'one-name' | 'none';
  /** Voices show, and do not arrive. */
  isMute?: true;
  /** The class names of the glow change this often. */
  rotateEveryMs?: number;
  /** In order, counted from the admission. */
  events?: (RoomEvent & { afterMs: number })[];
}

export interface Person {
  id: string;
  name: string;
}

/** What was seen of those who came to a room. */
export interface RoomLog {
  arrivals: number;
  /** Knocks of all who came, with the name and whether the devices were on. */
  knocks: { name: string; isMicrophoneOn: boolean; isCameraOn: boolean; at: number }[];
  admissions: number;
  /** Of those in lobby or call now. */
  present: number;
  /** The most that were in lobby or call at once. */
  maxPresent: number;
  chat: string[];
  /** Pressed 'Leave call', rather than vanished. */
  farewells: number;
  userAgents: string[];
}

/** What the page of a room is told. */
export interface PageState {
  screen: 'loading' | 'lobby' | 'waiting' | 'lapsed' | 'denied' | 'call' | 'removed' | 'ended' | 'blocked';
  people: Person[];
  isChatClosed: boolean;
  areTilesHidden: boolean;
  lines: string[];
}

interface Guest {
  id: string;
  name: string;
  knocks: number;
  isIn: boolean;
  state: PageState;
  send(state: PageState): void;
  command(command: 'reload' | 'freeze'): void;
}

/** A room with a script, and those who came to it. */
export class Room {
  readonly code: string;
  readonly script: RoomScript;
  readonly log: RoomLog = {
    arrivals: 0,
    knocks: [],
    admissions: 0,
    present: 0,
    maxPresent: 0,
    chat: [],
    farewells: 0,
    userAgents: [],
  };
  readonly people: Person[] = [];
  readonly #guests = new Map<string, Guest>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #nextPerson = 1;
  #hasEnded = false;

  constructor(code: string, script: RoomScript) {
    this.code = code;
    this.script = script;
    for (const name of script.people ?? ['Ana Souza', 'Bruno Lima']) this.#addPerson(name);
  }

  /** A page has opened its stream of events. @returns called when the stream has closed */
  arrive(id: string, send: Guest['send'], command: Guest['command']): () => void {
    const state: PageState = {
      screen: this.#firstScreen(),
      people: [],
      isChatClosed: this.script.isChatClosed ?? false,
      areTilesHidden: false,
      lines: [],
    };
    const guest: Guest = { id, name: '', knocks: 0, isIn: false, state, send, command };
    this.#guests.set(id, guest);
    this.log.arrivals += 1;
    this.#count();
    this.#show(guest, {});
    if (this.script.falseAlarmMs)
      this.#after(this.script.falseAlarmMs, () => this.#show(guest, { screen: 'lobby' }));
    return () => {
      this.#guests.delete(id);
      this.#count();
    };
  }

  knock(id: string, name: string, devices: { isMicrophoneOn: boolean; isCameraOn: boolean }): void {
    const guest = this.#guests.get(id);
    if (!guest) return;
    this.log.knocks.push({ name, ...devices, at: Date.now() });
    guest.name = this.script.accountName ?? name;
    guest.knocks += 1;
    this.#show(guest, { screen: 'waiting' });
    if (this.script.entrance === 'open') this.#admit(guest);
    else if (this.log.knocks.length <= (this.script.lapses ?? 0)) {
      this.#after(this.script.lapseAfterMs ?? 500, () => this.#show(guest, { screen: 'lapsed' }));
    } else this.#after(this.script.answerAfterMs ?? 300, () => this.#answer(guest));
  }

  write(id: string, line: string): void {
    if (this.script.isChatClosed || !this.#guests.get(id)?.isIn) return;
    this.log.chat.push(line);
  }

  leave(id: string): void {
    const guest = this.#guests.get(id);
    if (!guest) return;
    this.log.farewells += 1;
    guest.isIn = false;
    this.#show(guest, { screen: 'ended' });
  }

  /** Something happens in the room, now. */
  happen(event: RoomEvent): void {
    switch (event.do) {
      case 'reload':
      case 'freeze':
        for (const guest of this.#guests.values()) guest.command(event.do);
        break;
      case 'join':
        this.#addPerson(event.name);
        this.#tellPeople();
        break;
      case 'leave':
        this.people.splice(this.people.findIndex(({ name }) => name === event.name) >>> 0, 1);
        this.#tellPeople();
        break;
      default:
        this.#tellAll((state) => this.#changeOf(event, state));
    }
  }

  #changeOf(event: RoomEvent, { lines }: PageState): Partial<PageState> {
    if (event.do === 'write') return { lines: [...lines, event.line] };
    if (event.do === 'remove') return { screen: 'removed', people: [] };
    if (event.do === 'end') {
      this.#hasEnded = true;
      return { screen: 'ended', people: [] };
    }
    return { areTilesHidden: event.do === 'hide-tiles' };
  }

  #tellPeople(): void {
    for (const guest of this.#guests.values()) {
      const { id, name, isIn } = guest;
      if (isIn) this.#show(guest, { people: [{ id, name }, ...this.people] });
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #firstScreen(): PageState['screen'] {
    if (this.script.falseAlarmMs || this.script.entrance === 'blocked') return 'blocked';
    return this.#hasEnded ? 'ended' : 'lobby';
  }

  #addPerson(name: string): void {
    this.people.push({ id: `${this.code}/devices/${this.#nextPerson++}`, name });
  }

  #answer(guest: Guest): void {
    if (!this.#guests.has(guest.id) || guest.state.screen !== 'waiting') return;
    const { answer = 'admit' } = this.script;
    if (answer === 'deny') this.#show(guest, { screen: 'denied' });
    if (answer === 'admit') this.#admit(guest);
  }

  #admit(guest: Guest): void {
    guest.isIn = true;
    this.log.admissions += 1;
    const own = { id: guest.id, name: guest.name };
    this.#show(guest, { screen: 'call', people: [own, ...this.people] });
    for (const { afterMs, ...event } of this.script.events ?? []) {
      this.#after(afterMs, () => this.happen(event as RoomEvent));
    }
  }

  #tellAll(change: (state: PageState) => Partial<PageState>): void {
    for (const guest of this.#guests.values()) if (guest.isIn) this.#show(guest, change(guest.state));
  }

  #show(guest: Guest, change: Partial<PageState>): void {
    Object.assign(guest.state, change);
    guest.send(guest.state);
  }

  #count(): void {
    this.log.present = this.#guests.size;
    this.log.maxPresent = Math.max(this.log.maxPresent, this.#guests.size);
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}
