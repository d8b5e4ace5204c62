const centre = Math.SQRT1_2;
/** At most two channels: of surround sound, the usual mix of front, centre and back (ITU-R BS.775), without the bass channel. */
export function asStereo(channels: readonly Float32Array[]): Float32Array[] {
  const [left, right, middle, , backLeft, backRight] = channels;
  if (channels.length <= 2 || !left || !right) return channels.slice(0, 2);
  const mix = (front: Float32Array, back: Float32Array | undefined): Float32Array =>
    front.map((sample, at) => (sample + centre * (middle?.[at] ?? 0) + centre * (back?.[at] ?? 0)) / (1 + 2 * centre));
  return [mix(left, backLeft), mix(right, backRight)];
}
