import { addIndex, type Dialect, type Step } from './steps.server';

export const name = '0045-nightly-indexes';

/** For the nightly jobs, which would otherwise read every session, share and account. */
export const steps = (_dialect: Dialect): Step[] => [
  addIndex('sessions', ['last_used_at']),
  addIndex('shares', ['expires_at']),
  addIndex('users', ['keep_audio_days']),
];
