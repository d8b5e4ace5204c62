/** What a `.flitevox` file says of itself before its data. */
export interface FlitevoxHead {
  /** Its features, such as `language`, `country` and `copyright`. */
  features: ReadonlyMap<string, string>;
  name: string;
  /** Its own mean pitch, and how far the pitch strays from it, in hertz. */
  hertz: number;
  deviation: number;
}

const magic = 'CMU_FLITE_CG_VOXDATA-v2.0\0';
/** The order of the bytes of numbers, as the writer's machine had it. */
const orderMark = 1;
const lastFeature = 'end_of_features';
const featuresMaximum = 100;
const typesMaximum = 5_000;
const textMaximum = 4_096;

class NoVoice extends Error {}

/** `undefined` for what is no voice of Flite's, or of another machine's byte order. */
export function readFlitevoxHead(bytes: Uint8Array): FlitevoxHead | undefined {
  try {
    return readHead(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (thrown) {
    if (thrown instanceof NoVoice || thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Throws {@link NoVoice}, and a RangeError where the file ends too early. */
function readHead(file: Buffer): FlitevoxHead {
  check(file.toString('latin1', 0, magic.length) === magic);
  let at = magic.length;
  const whole = (): number => file.readUInt32LE((at += 4) - 4);
  const real = (): number => file.readFloatLE((at += 4) - 4);
  const text = (): string => {
    const length = whole();
    check(length >= 1 && length <= textMaximum && at + length <= file.length);
    at += length;
    return file.toString('latin1', at - length, at - 1);
  };
  check(whole() === orderMark);
  const features = new Map<string, string>();
  for (let key = text(), value = text(); key !== lastFeature; key = text(), value = text()) {
    features.set(key, value);
    check(features.size <= featuresMaximum);
  }
  const name = text();
  const types = whole();
  check(types <= typesMaximum);
  for (let type = 0; type < types; type += 1) text();
  whole(); // the types again
  const rate = whole();
  const [hertz, deviation] = [real(), real()];
  check(rate >= 8_000 && rate <= 48_000 && hertz > 30 && hertz < 600 && deviation >= 0 && deviation < 300);
  return { features, name, hertz, deviation };
}

function check(isSo: boolean): asserts isSo {
  if (!isSo) throw new NoVoice();
}

const english: Readonly<Record<string, string>> = { USA: 'en-US', GBR: 'en-GB', UK: 'en-GB', GB: 'en-GB', scotland: 'en-GB-scotland' };

/** The tag of the language that a voice speaks; `undefined` for any but English, which is all that the engine can read. */
export function languageOfFlitevox({ features }: Pick<FlitevoxHead, 'features'>): string | undefined {
  if (!/^en/iu.test(features.get('language') ?? '')) return undefined;
  return english[features.get('variant') ?? ''] ?? english[features.get('country') ?? ''] ?? 'en-US';
}
