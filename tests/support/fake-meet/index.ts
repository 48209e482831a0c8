export type { Room, RoomEvent, RoomLog, RoomScript } from './room';
export { type FakeMeet, startFakeMeet } from './server';
