import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { measureBase } from '#main/local-service/voices/clone.ts';
import { basesFor } from '#main/local-service/voices/likeness.ts';
import { References } from '#main/local-service/voices/references.ts';

/** `npm run bases`: measures the voices that clones are made of. To be run where an engine or a measure changes; a test notices. */
const synthesis = new Synthesis(1);
const listener = new References().open();
try {
  const rows: string[] = [];
  for (const variant of basesFor(['en-US'])) {
    const base = await measureBase(variant, { synthesis, listener });
    if (base === undefined) throw new Error(`No voice was heard of ${variant}.`);
    const { measured, timbre } = base.likeness;
    const rounded = Object.entries<number>({ ...measured }).map(([name, value]) => `${name}: ${String(Number(value.toFixed(3)))}`);
    const bands = timbre.bands.map((value) => (Number.isNaN(value) ? 'NaN' : value.toFixed(2)));
    const formants = timbre.formants.map((value) => value.toFixed(1));
    rows.push(
      `{ variant: '${variant}', likeness: { measured: { ${rounded.join(', ')} }, timbre: { bands: [${bands.join(', ')}], formants: [${formants.join(', ')}] } } },`,
    );
  }
  const file = fileURLToPath(new URL('../../src-main/local-service/voices/measured-bases.ts', import.meta.url));
  writeFileSync(
    file,
    `import { type Base } from './likeness.ts';

/** How the voices that clones are made of sound by themselves, as measured by \`npm run bases\`. */
export const measuredBases: readonly Base[] = [
${rows.join('\n')}
]; // prettier-ignore
`,
  );
} finally {
  await listener.close();
  await synthesis.close();
}
