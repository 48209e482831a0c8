/** Where the browser remembers that a recording of the microphone is kept in pieces: its name. */
export const RECORDING_KEY = 'celeste-recording';
