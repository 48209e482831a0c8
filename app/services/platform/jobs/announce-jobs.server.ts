import { channel } from 'node:diagnostics_channel';

/** One for the whole process, also where two bundles in it have a copy of this module each. */
const announcements = channel('celeste.jobs');

/** Tells the job runner of this process, and whoever passes it on to others, that a job is due. */
export function announceJobs(): void {
  announcements.publish({});
}

/** @returns ends the subscription */
export function onJobsAnnounced(listener: () => void): () => void {
  const subscriber = () => listener();
  announcements.subscribe(subscriber);
  return () => announcements.unsubscribe(subscriber);
}
