/** The parts of sherpa-onnx-node that are used here. Times are in seconds, samples from -1 to 1. */
declare module 'sherpa-onnx-node' {
  interface Runtime {
    numThreads: number;
    provider: 'cpu';
    debug: 0 | 1;
  }

  class Vad {
    constructor(
      config: Runtime & {
        sampleRate: number;
        sileroVad: {
          model: string;
          threshold: number;
          minSilenceDuration: number;
          minSpeechDuration: number;
          maxSpeechDuration: number;
          windowSize: number;
        };
      },
      bufferSizeInSeconds: number,
    );
    /** Decides once per call, so each call must pass exactly `windowSize` samples. */
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    /** Whether the last window belongs to a segment of speech. */
    isDetected(): boolean;
    /** `start` counts samples from the first one accepted. */
    front(enableExternalBuffer: boolean): { start: number; samples: Float32Array };
    pop(): void;
    /** Ends the current segment of speech; the next window starts another one. */
    flush(): void;
    reset(): void;
  }

  class OfflineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
  }

  interface OfflineRecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: Runtime & { tokens: string } & (
        | {
            modelType: 'nemo_transducer';
            transducer: { encoder: string; decoder: string; joiner: string };
          }
        | {
            modelType: 'whisper';
            whisper: {
              encoder: string;
              decoder: string;
              /** An unsupported language ends the process; '': the model guesses. */
              language: string;
              task: 'transcribe';
              enableSegmentTimestamps: 0 | 1;
            };
          }
      );
  }

  interface OfflineRecognizerResult {
    text: string;
    /** Only from Whisper with segment timestamps and text: three arrays of the same length. */
    segment_texts?: string[];
    segment_timestamps?: number[];
    segment_durations?: number[];
    /** Of the next four arrays, Whisper fills the first one only. */
    tokens: string[];
    timestamps: number[];
    durations: number[];
    ys_log_probs: number[];
  }

  class OfflineRecognizer {
    constructor(config: OfflineRecognizerConfig);
    static createAsync(config: OfflineRecognizerConfig): Promise<OfflineRecognizer>;
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): OfflineRecognizerResult;
    decodeAsync(stream: OfflineStream): Promise<OfflineRecognizerResult>;
  }

  interface OfflineSpeakerDiarizationConfig {
    segmentation: Runtime & { pyannote: { model: string; windowShiftRatio: number } };
    embedding: Runtime & { model: string };
    /** `numClusters` -1: as many as the threshold gives. */
    clustering: { numClusters: number; threshold: number };
    minDurationOn: number;
    minDurationOff: number;
  }

  class OfflineSpeakerDiarization {
    constructor(config: OfflineSpeakerDiarizationConfig);
    /** Applies only `clustering`. */
    setConfig(config: OfflineSpeakerDiarizationConfig): void;
    process(samples: Float32Array): { start: number; end: number; speaker: number }[];
  }

  class OnlineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
    inputFinished(): void;
  }

  class SpeakerEmbeddingExtractor {
    constructor(config: Runtime & { model: string });
    readonly dim: number;
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    compute(stream: OnlineStream, enableExternalBuffer: boolean): Float32Array;
  }

  const sherpa: {
    Vad: typeof Vad;
    OfflineRecognizer: typeof OfflineRecognizer;
    OfflineSpeakerDiarization: typeof OfflineSpeakerDiarization;
    SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor;
  };
  export default sherpa;
}
