export { attendDialogue, type Line } from './attend-dialogue';
export type { Room, RoomScript } from './room';
export { createQuickBot, faultsOf, killProcesses, processesOf, runScenario } from './run-scenario';
export { SCENARIOS } from './scenarios';
export { type NameScore, scoreNames } from './score-names';
export { type FakeMeet, startFakeMeet } from './server';
export type { SpokenTurn } from './speakers';
