import { startGoogleStorage } from './google-storage';

/** Import after the data folder and before the app: recordings are stored in this bucket. */
export const google = await startGoogleStorage();

process.env.STORAGE_URL = `gs://${google.bucket}`;
process.env.STORAGE_API_ENDPOINT = google.address;
process.env.GOOGLE_APPLICATION_CREDENTIALS = google.keyFile;
