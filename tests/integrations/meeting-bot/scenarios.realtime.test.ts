import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { describeWithChromium } from '../../support/browser';
import {
  type FakeMeet,
  faultsOf,
  processesOf,
  runScenario,
  SCENARIOS,
  startFakeMeet,
} from '../../support/fake-meet';

describeWithChromium('a visit to a meeting', () => {
  let meet: FakeMeet;

  beforeAll(async () => {
    meet = await startFakeMeet();
  });
  afterAll(() => meet.close());

  const chosen = SCENARIOS.filter(({ isShort }) => isShort);
  it.concurrent.each(chosen)('ends well when $name', async (scenario) => {
    const folder = path.join(inject('runFolder'), 'visits', String(SCENARIOS.indexOf(scenario)));
    const outcome = await runScenario(meet, scenario, folder);
    const seen = JSON.stringify({ end: outcome.end, log: outcome.log, states: outcome.states });
    expect(faultsOf(scenario, outcome), seen).toEqual([]);
    expect(processesOf(outcome.code).children).toEqual([]);
  });
});
