/** Writes the subset of ONNX's protobuf (onnx.proto3) that a handmade model needs. */

type Field = Buffer;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

const int = (field: number, value: number): Field => Buffer.concat([varint(field << 3), varint(value)]);

function bytes(field: number, value: string | Uint8Array): Field {
  const content = Buffer.from(value as Uint8Array);
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

const message = (field: number, parts: Field[]): Field => bytes(field, Buffer.concat(parts));

const FLOAT = 1;
const INT64 = 7;
export const ELEMENTS = { float: FLOAT, int64: INT64 } as const;

/** Inputs and outputs by name; attributes are integers. */
export interface OnnxNode {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, number>;
}

export interface OnnxTensor {
  name: string;
  shape: number[];
  values: Float32Array | BigInt64Array;
}

/** A string in the shape is a dynamic dimension. */
export interface OnnxPort {
  name: string;
  element: keyof typeof ELEMENTS;
  shape: (number | string)[];
}

export interface OnnxModel {
  nodes: OnnxNode[];
  constants: OnnxTensor[];
  inputs: OnnxPort[];
  outputs: OnnxPort[];
  metadata: Record<string, string | number>;
}

const IR_VERSION = 8;
const OPSET = 17;
const INT_ATTRIBUTE = 2;

const nodeOf = ({ op, inputs, outputs, attributes = {} }: OnnxNode) =>
  message(1, [
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) =>
      message(5, [bytes(1, name), int(3, value), int(20, INT_ATTRIBUTE)]),
    ),
  ]);

const constantOf = ({ name, shape, values }: OnnxTensor) =>
  message(5, [
    ...shape.map((length) => int(1, length)),
    int(2, values instanceof Float32Array ? FLOAT : INT64),
    bytes(8, name),
    bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ]);

const portOf = (field: number, { name, element, shape }: OnnxPort) => {
  const lengths = shape.map((length) =>
    message(1, [typeof length === 'number' ? int(1, length) : bytes(2, length)]),
  );
  return message(field, [
    bytes(1, name),
    message(2, [message(1, [int(1, ELEMENTS[element]), message(2, lengths)])]),
  ]);
};

/** Encodes a model file. */
export function writeOnnx({ nodes, constants, inputs, outputs, metadata }: OnnxModel): Buffer {
  const graph = [
    ...nodes.map(nodeOf),
    bytes(2, 'graph'),
    ...constants.map(constantOf),
    ...inputs.map((port) => portOf(11, port)),
    ...outputs.map((port) => portOf(12, port)),
  ];
  return Buffer.concat([
    int(1, IR_VERSION),
    message(7, graph),
    message(8, [bytes(1, ''), int(2, OPSET)]),
    ...Object.entries(metadata).map(([key, value]) => message(14, [bytes(1, key), bytes(2, String(value))])),
  ]);
}
