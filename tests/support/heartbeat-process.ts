import { sendHeartbeats } from '@/app/config/heartbeat.server';

sendHeartbeats({ intervalMs: 20 });
setInterval(() => undefined, 1_000);
// Blocks the event loop for good.
process.on('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
