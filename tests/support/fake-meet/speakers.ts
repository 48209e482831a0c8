import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser';
import type { Room } from './room';

/** Somebody says something in a room. */
export interface Turn {
  name: string;
  /** 16-bit mono. */
  samples: Int16Array;
  sampleRate: number;
}

/** When somebody was heard, in ms since 1970. */
export interface SpokenTurn {
  name: string;
  startedAt: number;
  endedAt: number;
}

/** People who speak in rooms, by WebRTC, over channels that they share. */
export interface Speakers {
  /** Answers the connection of somebody who was let in. */
  answer(room: Room, guest: string, sdp: string): Promise<{ sdp: string; ssrcs: Record<string, string> }>;
  /** Says one turn, and resolves when it is over. */
  say(room: Room, turn: Turn): Promise<SpokenTurn>;
  close(): Promise<void>;
}

interface SpeakersPage {
  answer(
    room: string,
    guest: string,
    sdp: string,
    options: object,
  ): Promise<{ sdp: string; ssrcs: Record<string, string> }>;
  say(room: string, person: string, pcm: string, sampleRate: number): Promise<[number, number]>;
}

type SpeakersWindow = Window & { speakers: SpeakersPage };

const ARGS = [
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
  // Names of the local network are looked up by multicast, which a container may not have.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  '--disable-dev-shm-usage',
];

export function createSpeakers(url: () => string): Speakers {
  let opened: Promise<{ browser: Browser; page: Page }> | undefined;

  async function open() {
    const executablePath = findChromium()!;
    const browser = await chromium.launch({
      executablePath,
      chromiumSandbox: process.getuid?.() !== 0,
      args: ARGS,
    });
    const page = await browser.newPage();
    await page.goto(`${url()}/speakers`);
    return { browser, page };
  }

  async function page() {
    opened ??= open();
    return (await opened).page;
  }

  return {
    async answer(room, guest, sdp) {
      const { signal = 'glow', isMute = false } = room.script;
      const options = { signal, isMute, people: room.people };
      return (await page()).evaluate(
        ([code, id, offer, how]) =>
          (window as unknown as SpeakersWindow).speakers.answer(code, id, offer, how),
        [room.code, guest, sdp, options] as const,
      );
    },
    async say(room, { name, samples, sampleRate }) {
      const person = room.people.find((candidate) => candidate.name === name);
      if (!person) throw new Error(`${name} is not in the room`);
      const pcm = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
      const [startedAt, endedAt] = await (await page()).evaluate(
        ([code, id, sound, rate]) =>
          (window as unknown as SpeakersWindow).speakers.say(code, id, sound, rate),
        [room.code, person.id, pcm, sampleRate] as const,
      );
      return { name, startedAt, endedAt };
    },
    async close() {
      await (await opened)?.browser.close();
    },
  };
}
