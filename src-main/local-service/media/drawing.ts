import { createHash } from 'node:crypto';

/** What is drawn; the same order always gives the same picture. */
export interface DrawingOrder {
  /** Everything of the request that a picture depends on, references by their digests. */
  subject: string;
  width: number;
  height: number;
}

/** Five rows of three bits for each letter of the label. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  A: [2, 5, 7, 5, 5], C: [3, 4, 4, 4, 3], E: [7, 4, 6, 4, 7], I: [7, 2, 2, 2, 7], L: [4, 4, 4, 4, 7], O: [2, 5, 5, 5, 2], P: [6, 5, 6, 4, 4],
  R: [6, 5, 6, 5, 5], V: [5, 5, 5, 5, 2], W: [5, 5, 7, 7, 5], ' ': [0, 0, 0, 0, 0],
}; // prettier-ignore
const label = 'LOCAL PREVIEW';
const letterWidth = 4;
const labelRows = 9;

type Colour = readonly [number, number, number];

/** Two colours that fade into each other, five discs, and below them the words "LOCAL PREVIEW", so that nobody takes it for more. */
export class Drawing {
  readonly #order: DrawingOrder;
  readonly #bytes: Buffer;
  readonly #background: [Colour, Colour];

  constructor(order: DrawingOrder) {
    this.#order = order;
    this.#bytes = createHash('sha512').update(order.subject).digest();
    this.#background = [this.#colour(0, 0.45), this.#colour(3, 0.3)];
  }

  /** Fills `pixels` (rows from the top, `channels` bytes each, alpha opaque). `turn` from 0 to 1 moves the discs once round. */
  draw(pixels: Uint8Array, channels: 3 | 4, turn: number): void {
    const { width, height } = this.#order;
    const discs = this.#discs(turn);
    const [from, to] = this.#background;
    for (let y = 0; y < height; y += 1) {
      const share = y / height;
      const plain: Colour = [mix(from[0], to[0], share), mix(from[1], to[1], share), mix(from[2], to[2], share)];
      for (let x = 0, at = y * width * channels; x < width; x += 1, at += channels) {
        let colour = plain;
        for (const disc of discs) {
          const [dx, dy] = [x - disc.x, y - disc.y];
          if (dx * dx + dy * dy < disc.square) colour = disc.colour;
        }
        pixels[at] = colour[0];
        pixels[at + 1] = colour[1];
        pixels[at + 2] = colour[2];
        if (channels === 4) pixels[at + 3] = 255;
      }
    }
    this.#write(pixels, channels);
  }

  #discs(turn: number) {
    const { width, height } = this.#order;
    return Array.from({ length: 5 }, (_, index) => {
      const byte = (place: number) => (this.#bytes[6 + index * 6 + place] ?? 0) / 255;
      const angle = 2 * Math.PI * (turn + byte(2));
      const reach = 0.12 * Math.min(width, height);
      const radius = (0.06 + 0.16 * byte(3)) * Math.min(width, height);
      return {
        x: width * (0.15 + 0.7 * byte(0)) + reach * Math.cos(angle),
        y: height * (0.15 + 0.6 * byte(1)) + reach * Math.sin(angle),
        square: radius * radius,
        colour: this.#colour(9 + index * 6, 1),
      };
    });
  }

  #colour(place: number, strength: number): Colour {
    const part = (offset: number) => Math.round((this.#bytes[place + offset] ?? 0) * strength);
    return [part(0), part(1), part(2)];
  }

  #write(pixels: Uint8Array, channels: number): void {
    const { width, height } = this.#order;
    const unit = Math.max(1, Math.floor(width / (label.length * letterWidth * 2)));
    const top = height - labelRows * unit;
    for (let row = 0; row < labelRows; row += 1) {
      for (let column = 0; column < label.length * letterWidth + 3; column += 1) {
        const glyph = glyphs[label[Math.floor((column - 2) / letterWidth)] ?? ' '];
        const lit = row >= 2 && column >= 2 && (((glyph?.[row - 2] ?? 0) >> (2 - ((column - 2) % letterWidth))) & 1) === 1;
        const shade = lit && (column - 2) % letterWidth < 3 ? 255 : 0;
        for (let y = top + row * unit; y < Math.min(height, top + (row + 1) * unit); y += 1) {
          const first = (y * width + column * unit) * channels;
          for (let at = first; at < first + unit * channels; at += channels) pixels.fill(shade, at, at + 3);
        }
      }
    }
  }
}

const mix = (one: number, other: number, share: number) => Math.round(one + (other - one) * share);
