import { type OnnxNode, type OnnxPort, writeOnnx } from '@/tests/support/onnx';

/** Output of a scripted Whisper: words with a leading space, and times in seconds. */
export type Script = (string | number)[];

const MEL_BINS = 80;
const STATE = 2;
const CONTEXT = 448;
/** Number of prompt tokens, decoded in one step; the following tokens are decoded one by one. */
const OPENING = 3;
const LONGEST_SCRIPT = 64;
const TIMES = 1501;
const CERTAIN = 100;

/**
 * ONNX models with Whisper's interface and no real weights: whatever the input, they output the script of the
 * language that the engine forces (`pt` or `en`), or that of `en` when the language is detected.
 * @returns contents of the encoder, decoder and tokens files
 */
export function scriptedWhisper(scripts: { pt: Script; en: Script }) {
  const words = [...new Set([...scripts.pt, ...scripts.en].filter((item) => typeof item === 'string'))];
  const after = words.length;
  const special = {
    eot: after,
    sot: after + 1,
    en: after + 2,
    pt: after + 3,
    translate: after + 4,
    transcribe: after + 5,
    no_speech: after + 6,
    no_timestamps: after + 7,
  };
  const firstTime = special.no_timestamps + 1;
  const vocabulary = firstTime + TIMES;
  const tokenOf = (item: string | number) =>
    typeof item === 'string' ? words.indexOf(item) : firstTime + Math.round(item / 0.02);

  const rowsOf = (script: Script) => {
    const rows = new Float32Array(LONGEST_SCRIPT * vocabulary);
    for (let position = 0; position < LONGEST_SCRIPT; position += 1) {
      // The prompt is decoded in one step at position 0; output tokens have the positions after it.
      const item = position === 0 ? script[0] : script[position - OPENING + 1];
      rows[position * vocabulary + (item === undefined ? special.eot : tokenOf(item))] = CERTAIN;
    }
    return rows;
  };
  const english = rowsOf(scripts.en);
  const difference = rowsOf(scripts.pt).map((value, index) => value - english[index]!);
  const marks = new Float32Array(vocabulary);
  marks[special.pt] = 1;

  const metadata = {
    n_mels: MEL_BINS,
    n_text_layer: 1,
    n_text_ctx: CONTEXT,
    n_text_state: STATE,
    n_vocab: vocabulary,
    sot: special.sot,
    eot: special.eot,
    blank_id: 0,
    translate: special.translate,
    transcribe: special.transcribe,
    is_multilingual: 1,
    no_timestamps: special.no_timestamps,
    no_speech: special.no_speech,
    all_language_codes: 'en,pt',
    all_language_tokens: `${special.en},${special.pt}`,
    sot_sequence: `${special.sot},${special.en},${special.transcribe}`,
  };
  return {
    encoder: encoder(metadata),
    decoder: decoder({ english, difference, marks, vocabulary }),
    tokens: Buffer.from(words.map((word, id) => `${Buffer.from(word).toString('base64')} ${id}\n`).join('')),
  };
}

const ALL_AS_ONE = { keepdims: 1 };
const cross = (name: string): OnnxPort => ({ name, element: 'float', shape: [1, 'n', 't', 's'] });
const selfCache = (name: string): OnnxPort => ({ name, element: 'float', shape: [1, 'n', CONTEXT, STATE] });

function encoder(metadata: Record<string, string | number>): Buffer {
  const keep = (output: string): OnnxNode[] => [
    { op: 'Unsqueeze', inputs: ['mean', 'first'], outputs: [output] },
  ];
  return writeOnnx({
    nodes: [
      { op: 'ReduceMean', inputs: ['mel'], outputs: ['mean'], attributes: ALL_AS_ONE },
      ...keep('n_layer_cross_k'),
      ...keep('n_layer_cross_v'),
    ],
    constants: [{ name: 'first', shape: [1], values: new BigInt64Array([0n]) }],
    inputs: [{ name: 'mel', element: 'float', shape: ['n', MEL_BINS, 't'] }],
    outputs: [cross('n_layer_cross_k'), cross('n_layer_cross_v')],
    metadata,
  });
}

interface Rows {
  english: Float32Array;
  difference: Float32Array;
  marks: Float32Array;
  vocabulary: number;
}

/** The forced language is only in the prompt, so it is stored in the cache for later steps. */
function decoder({ english, difference, marks, vocabulary }: Rows): Buffer {
  const script = [LONGEST_SCRIPT, vocabulary];
  return writeOnnx({
    nodes: [
      { op: 'Gather', inputs: ['marks', 'tokens'], outputs: ['marked'] },
      { op: 'ReduceSum', inputs: ['marked'], outputs: ['mark'], attributes: { keepdims: 0 } },
      { op: 'Add', inputs: ['in_n_layer_self_k_cache', 'mark'], outputs: ['out_n_layer_self_k_cache'] },
      { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], outputs: ['out_n_layer_self_v_cache'] },
      {
        op: 'ReduceMax',
        inputs: ['out_n_layer_self_k_cache'],
        outputs: ['language'],
        attributes: { keepdims: 0 },
      },
      { op: 'Gather', inputs: ['english', 'offset'], outputs: ['inEnglish'] },
      { op: 'Gather', inputs: ['difference', 'offset'], outputs: ['different'] },
      { op: 'Mul', inputs: ['different', 'language'], outputs: ['other'] },
      { op: 'Add', inputs: ['inEnglish', 'other'], outputs: ['row'] },
      { op: 'Cast', inputs: ['tokens'], outputs: ['numbers'], attributes: { to: 1 } },
      { op: 'Mul', inputs: ['numbers', 'zero'], outputs: ['zeros'] },
      { op: 'Unsqueeze', inputs: ['zeros', 'last'], outputs: ['columns'] },
      { op: 'Add', inputs: ['columns', 'row'], outputs: ['logits'] },
    ],
    constants: [
      { name: 'marks', shape: [vocabulary], values: marks },
      { name: 'english', shape: script, values: english },
      { name: 'difference', shape: script, values: difference },
      { name: 'zero', shape: [1], values: new Float32Array(1) },
      { name: 'last', shape: [1], values: new BigInt64Array([2n]) },
    ],
    inputs: [
      { name: 'tokens', element: 'int64', shape: ['n', 'm'] },
      selfCache('in_n_layer_self_k_cache'),
      selfCache('in_n_layer_self_v_cache'),
      cross('n_layer_cross_k'),
      cross('n_layer_cross_v'),
      { name: 'offset', element: 'int64', shape: [1] },
    ],
    outputs: [
      { name: 'logits', element: 'float', shape: ['n', 'm', vocabulary] },
      selfCache('out_n_layer_self_k_cache'),
      selfCache('out_n_layer_self_v_cache'),
    ],
    metadata: {},
  });
}
