import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { meetingFields } from '../http/meeting/meetings';
import { mainOf, textOf } from '../http/platform/page';
import { startCeleste } from '../support/celeste';
import { startFakeMeet } from '../support/fake-meet';
import { voice } from '../support/fake-meet/voices';
import { openSmallDisk, type SmallDisk } from '../support/small-disk';
import { signUp } from '../support/test-user';
import { until } from '../support/until';
import type { Figures } from './soak';

const MEGABYTES = 48;
/** The attempt's failure could not be written to the database, which is on the disk too: the back-off of a job. */
const RETURN_MS = 180_000;
const SPEECH = { name: 'Ana Souza', ...voice(180, 4) };
const SUBSCRIBED = `UPDATE users SET consumption_rule = 'SUBSCRIPTION', meeting_terms_accepted_at = created_at,
  onboarding_step = '4', onboarding_answers = '{}'`;

/**
 * Fills the disk of a Celeste, its database included, while its assistant records a meeting. Asserts that the
 * assistant leaves, comes back when there is space, and that one transcription comes of both visits.
 * @throws AssertionError; Error when one of these does not come, or when no small disk can be had
 */
export async function fillDiskInMeeting(): Promise<Figures> {
  const disk = await openSmallDisk(MEGABYTES);
  assert.ok(disk, 'a small disk of its own could not be mounted');
  const meet = await startFakeMeet();
  const celeste = await startCeleste({ disk, env: { MIN_FREE_MB: '4', MEET_BASE_URL: meet.url } });
  try {
    const ana = await signUp(celeste, 'Ana Souza', { isWelcomed: false });
    changeOn(disk, SUBSCRIBED);
    const shows = (tab: string, text: RegExp) =>
      until(async () => text.test(textOf(mainOf((await ana.get(`/meetings?tab=${tab}`)).body))), {
        what: `${text} on the page of meetings`,
        intervalMs: 300,
      });
    const room = meet.room({ people: ['Ana Souza', 'Bruno Lima'] });
    const sent = await ana.post('/meetings', meetingFields({ meet_url: `meet.google.com/${room.code}` }));
    assert.equal(sent.status, 303);
    await shows('running', /Gravação em Andamento/);
    await meet.speakers.say(room, SPEECH);

    await disk.fill();
    await until(() => room.log.present === 0, { what: 'the assistant to leave on a full disk' });
    await disk.empty();
    const emptiedAt = performance.now();
    await until(() => room.log.admissions === 2, {
      what: 'the assistant to come back',
      timeoutMs: RETURN_MS,
    });
    const returnMs = Math.round(performance.now() - emptiedAt);

    await meet.speakers.say(room, SPEECH);
    room.happen({ do: 'end' });
    await shows('recordings', /Pauta .* Concluída/);
    const list = (await ana.get('/transcriptions')).body;
    assert.equal(list.match(/\/transcriptions\/[\w-]{22}"/g)?.length, 1);
    return { 'return after a full disk, in ms': returnMs };
  } finally {
    await celeste.stop();
    await meet.close();
    await disk.remove();
  }
}

/** In a process on the disk: SQLite resolves the path from outside to a file that is not there. */
function changeOn({ enter, folderInside }: SmallDisk, statement: string): void {
  const script = `import Database from 'libsql';
    new Database(process.argv[1]).prepare(process.argv[2]).run();`;
  const [program, ...args] = [...enter, process.execPath, '--input-type=module', '--eval', script];
  execFileSync(program!, [...args, path.join(folderInside, 'celeste.sqlite'), statement]);
}
