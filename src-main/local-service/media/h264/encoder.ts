import { gunzipSync } from 'node:zlib';
import { compiled } from './compiled.ts';

interface Program {
  memory: WebAssembly.Memory;
  _initialize(): void;
  open(width: number, height: number, picturesByKey: number): number;
  encode(speed: number, quantizer: number): number;
  coded(): number;
}

const speed = 8;
const quantizer = 30;

/** H.264 (Baseline) of pictures, by minih264. One encoder codes one clip; its memory goes with it. */
export class H264Encoder {
  readonly #program: Program;
  readonly #pixels: number;
  readonly #width: number;
  readonly #height: number;

  private constructor(program: Program, pixels: number, width: number, height: number) {
    this.#program = program;
    this.#pixels = pixels;
    this.#width = width;
    this.#height = height;
  }

  /** @throws {RangeError} where a side is odd or too long */
  static async open({ width, height, picturesByKey }: { width: number; height: number; picturesByKey: number }): Promise<H264Encoder> {
    // C's library asks for files that the encoder never opens.
    const nothing = () => 0;
    const files = { fd_close: nothing, fd_seek: nothing, fd_write: nothing };
    const module = await WebAssembly.compile(gunzipSync(Buffer.from(compiled, 'base64')));
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: files });
    const program = instance.exports as unknown as Program;
    program._initialize();
    const pixels = width % 2 === 0 && height % 2 === 0 ? program.open(width, height, picturesByKey) : 0;
    if (pixels === 0) throw new RangeError(`A clip of ${width} by ${height} cannot be coded as H.264.`);
    return new H264Encoder(program, pixels, width, height);
  }

  /** Codes the next picture (`rgba`: rows from the top, four bytes each) and returns its NAL units as Annex B writes them. */
  encode(rgba: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#write(rgba);
    const size = this.#program.encode(speed, quantizer);
    if (size < 0) throw new Error('The H.264 encoder refused a picture.');
    return new Uint8Array(this.#program.memory.buffer, this.#program.coded(), size).slice();
  }

  /** BT.601 with half as many colours each way; a colour is that of the first of its four pixels. */
  #write(rgba: Uint8Array): void {
    const [width, height] = [this.#width, this.#height];
    const [stride, rows] = [roundUp(width), roundUp(height)];
    const into = new Uint8Array(this.#program.memory.buffer, this.#pixels, (stride * rows * 3) / 2);
    const [u, v] = [stride * rows, (stride * rows * 5) / 4];
    for (let y = 0; y < rows; y += 1) {
      const from = Math.min(y, height - 1) * width;
      for (let x = 0; x < stride; x += 1) {
        const at = (from + Math.min(x, width - 1)) * 4;
        const [red, green, blue] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
        into[y * stride + x] = 16 + (66 * red + 129 * green + 25 * blue + 128) / 256;
        if (y % 2 === 1 || x % 2 === 1) continue;
        const place = (y >> 1) * (stride >> 1) + (x >> 1);
        into[u + place] = 128 + (-38 * red - 74 * green + 112 * blue + 128) / 256;
        into[v + place] = 128 + (112 * red - 94 * green - 18 * blue + 128) / 256;
      }
    }
  }
}

const roundUp = (side: number): number => Math.ceil(side / 16) * 16;
