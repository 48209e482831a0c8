/** Imported before the data folder: the full models are asked for, and nothing fetches them. */
process.env.SPEECH_MODELS = 'full';
