/** `localStorage` key: id of the microphone recording whose chunks are stored. */
export const RECORDING_KEY = 'celeste-recording';
