/** Import before the data folder: requests the full models, which nothing downloads. */
process.env.SPEECH_MODELS = 'full';
