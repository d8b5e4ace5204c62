/**
 * The inner loop of resampling in WebAssembly, for its vector instructions: JavaScript has none, and takes ten times as long. What it does:
 *
 *     for (; count > 0; count -= 1) {
 *       *out++ = sum of window[i] * table[phase][i], for i from 0 to taps - 1
 *       phase += step
 *       window += phase / phases   (whole samples)
 *       phase %= phases
 *     }
 *
 * `window`, `table` and `out` are addresses of 32-bit floats in the kernel's memory, `rowBytes` is the length of one phase's row of the table:
 * 4 bytes for each tap, and a whole number of times 64.
 */
export interface FirKernel {
  memory: ArrayBuffer;
  run(window: number, table: number, out: number, count: number, rowBytes: number, phases: number, step: number, phase: number): void;
}

/** The part of the platform's WebAssembly that is used here; Node's types leave it to those of the browser. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { run: FirKernel['run'] } };
};

const pageBytes = 65_536;

/** A kernel with memory of its own, of at least this many bytes. */
export function createFirKernel(bytes: number): FirKernel {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) });
  module ??= new WebAssembly.Module(moduleBytes());
  const { exports } = new WebAssembly.Instance(module, { js: { memory } });
  return { memory: memory.buffer, run: exports.run };
}

let module: object | undefined;

/** Types and instructions of the binary format (WebAssembly Core Specification, 5.4; vector instructions have the prefix 0xfd). */
const type = { i32: 0x7f, v128: 0x7b, function: 0x60, nothing: 0x40 } as const;
const i32 = { const: 0x41, ltU: 0x49, add: 0x6a, sub: 0x6b, mul: 0x6c, divU: 0x6e, remU: 0x70, shl: 0x74 } as const;
const f32 = { store: 0x38, add: 0x92 } as const;
const f32x4 = { add: [0xfd, 0xe4, 0x01], mul: [0xfd, 0xe6, 0x01], extractLane: [0xfd, 0x1f] } as const;
const v128 = { load: [0xfd, 0x00], const: [0xfd, 0x0c] } as const;
const loop = 0x03;
const end = 0x0b;
const branchIf = 0x0d;
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];

/** The parameters of `run` in their order, then its variables. */
const local = {
  window: 0,
  table: 1,
  out: 2,
  count: 3,
  rowBytes: 4,
  phases: 5,
  step: 6,
  phase: 7,
  sample: 8,
  tap: 9,
  rowEnd: 10,
  first: 11,
  second: 12,
  third: 13,
  fourth: 14,
} as const;
const sums = [local.first, local.second, local.third, local.fourth];

function runCode(): number[] {
  const zero = [...v128.const, ...Array.from({ length: 16 }, () => 0)];
  /** `sum[index] += sample[4 * index, and three more] * tap[the same]` */
  const multiplyAndAdd = (sum: number, index: number): number[] => {
    const load = [...v128.load, 2, 16 * index]; // aligned to 4 bytes
    return [...get(sum), ...get(local.sample), ...load, ...get(local.tap), ...load, ...f32x4.mul, ...f32x4.add, ...set(sum)];
  };
  const advance = (variable: number, bytes: number[]): number[] => [...get(variable), i32.const, ...bytes, i32.add, ...set(variable)];
  const sixtyFour = [0xc0, 0x00]; // a signed LEB128 number
  const { first, second, third, fourth } = local;
  const lane = (index: number): number[] => [...get(first), ...f32x4.extractLane, index];
  return [
    ...[loop, type.nothing],
    ...[...get(local.window), ...set(local.sample)],
    ...[...get(local.table), ...get(local.phase), ...get(local.rowBytes), i32.mul, i32.add, ...tee(local.tap)],
    ...[...get(local.rowBytes), i32.add, ...set(local.rowEnd)],
    ...sums.flatMap((sum) => [...zero, ...set(sum)]),

    ...[loop, type.nothing],
    ...sums.flatMap(multiplyAndAdd),
    ...[...advance(local.sample, sixtyFour), ...advance(local.tap, sixtyFour)],
    ...[...get(local.tap), ...get(local.rowEnd), i32.ltU, branchIf, 0, end],

    ...[...get(first), ...get(second), ...f32x4.add, ...get(third), ...get(fourth), ...f32x4.add, ...f32x4.add, ...set(first)],
    ...[...get(local.out), ...lane(0), ...lane(1), f32.add, ...lane(2), ...lane(3), f32.add, f32.add, f32.store, 2, 0],
    ...advance(local.out, [4]),
    ...[...get(local.phase), ...get(local.step), i32.add, ...set(local.phase)],
    ...[...get(local.window), ...get(local.phase), ...get(local.phases), i32.divU, i32.const, 2, i32.shl, i32.add, ...set(local.window)],
    ...[...get(local.phase), ...get(local.phases), i32.remU, ...set(local.phase)],
    ...[...get(local.count), i32.const, 1, i32.sub, ...tee(local.count), branchIf, 0, end],
    end,
  ];
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const leb128 = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb128(value >> 7)]);
  const sized = (bytes: readonly number[]): number[] => [...leb128(bytes.length), ...bytes];
  const section = (id: number, entry: readonly number[]): number[] => [id, ...sized([1, ...entry])];
  const name = (text: string): number[] => sized([...Buffer.from(text)]);
  const variables = [2, 3, type.i32, 4, type.v128];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [type.function, ...sized(Array.from({ length: 8 }, () => type.i32)), 0]),
    ...section(2, [...name('js'), ...name('memory'), 2, 0, 1]), // a memory of one page or more
    ...section(3, [0]),
    ...section(7, [...name('run'), 0, 0]),
    ...section(10, sized([...variables, ...runCode()])),
  ]);
}
