// JSON with tagged bytes; the worlds' side of it is in preload-world.js.
const pack = (value) =>
  JSON.stringify(value, function (key, item) {
    const raw = this[key];
    return raw instanceof Uint8Array ? { '\u0000bytes': Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('base64') } : item;
  });
const unpack = (text) =>
  JSON.parse(text, (_key, item) =>
    item && typeof item['\u0000bytes'] === 'string' ? new Uint8Array(Buffer.from(item['\u0000bytes'], 'base64')) : item,
  );
module.exports = { pack, unpack };
