import type { SpeechEngine } from './port';

/** The sample recording is recognized locally: it then costs nothing and is not sent anywhere. */
export function withLocalSample(engine: SpeechEngine, local: SpeechEngine): SpeechEngine {
  const engineFor = (isSample: boolean) => (isSample ? local : engine);
  return {
    diarizesLocally: engine.diarizesLocally,
    readiness: (isSample) => engineFor(isSample).readiness(isSample),
    modelName: (isSample) => engineFor(isSample).modelName(isSample),
    recognize: (request) => engineFor(request.isSample).recognize(request),
    diarize: (request) => engineFor(request.isSample).diarize(request),
    deleteRemoteTranscript: (elsewhere, signal) => engine.deleteRemoteTranscript(elsewhere, signal),
  };
}
