/**
 * Writes models of a few operations as ONNX files (onnx.proto), so that what loads models can be tried on one without weights. Graph values are named by their
 * nodes' outputs.
 */

type Metadata = Readonly<Record<string, string | number>>;
interface Value {
  name: string;
  type: 'float' | 'int64';
  /** Names stand for sizes that are known when it runs. */
  dims: readonly (number | string)[];
}
export interface Constant extends Omit<Value, 'dims'> {
  dims?: readonly number[];
  values: readonly number[];
}
interface Node {
  op: string;
  inputs: readonly string[];
  output: string;
  attributes?: Readonly<Record<string, number>>;
}
interface Graph {
  inputs: readonly Value[];
  outputs: readonly Value[];
  constants: readonly Constant[];
  nodes: readonly Node[];
  metadata: Metadata;
}

const types = { float: 1, int64: 7 } as const;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, ...content: Buffer[]): Buffer => {
  const whole = Buffer.concat(content);
  return Buffer.concat([varint(field * 8 + 2), varint(whole.length), whole]);
};
const text = (field: number, content: string): Buffer => bytes(field, Buffer.from(content));

const valueInfo = (field: number, { name, type, dims }: Value): Buffer => {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : text(2, dim)));
  return bytes(field, text(1, name), bytes(2, bytes(1, number(1, types[type]), bytes(2, ...shape))));
};

const tensor = ({ name, type, dims = [], values }: Constant): Buffer => {
  const data = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values, BigInt);
  const raw = Buffer.from(data.buffer);
  return bytes(5, ...dims.map((dim) => number(1, dim)), number(2, types[type]), text(8, name), bytes(9, raw));
};

const node = ({ op, inputs, output, attributes = {} }: Node): Buffer => {
  const more = Object.entries(attributes).map(([name, value]) => bytes(5, text(1, name), number(3, value), number(20, 2)));
  return bytes(1, ...inputs.map((name) => text(1, name)), text(2, output), text(4, op), ...more);
};

export function onnxFile({ inputs, outputs, constants, nodes, metadata }: Graph): Buffer {
  const graph = [
    ...nodes.map(node),
    text(2, 'tiny'),
    ...constants.map(tensor),
    ...inputs.map((value) => valueInfo(11, value)),
    ...outputs.map((value) => valueInfo(12, value)),
  ];
  const entries = Object.entries(metadata).map(([key, value]) => bytes(14, text(1, key), text(2, String(value))));
  return Buffer.concat([number(1, 8), bytes(7, ...graph), bytes(8, number(2, 13)), ...entries]);
}
