export { attendDialogue, type Line } from './attend-dialogue';
export type { Room, RoomEvent, RoomLog, RoomScript } from './room';
export { createQuickBot, faultsOf, type Outcome, processesOf, runScenario } from './run-scenario';
export { SCENARIOS, type Scenario } from './scenarios';
export { type NameScore, scoreNames } from './score-names';
export { type FakeMeet, startFakeMeet } from './server';
export type { SpokenTurn, Turn } from './speakers';
export { voice } from './voices';
