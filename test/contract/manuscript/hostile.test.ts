import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FailureError } from '#shared/failure.ts';
import { readManuscript } from '#main/features/manuscript/read.ts';

/** Files that nobody can read or that attack programs, for each kind of manuscript, as other programs make them. Each is refused by its name and a reason. */

const archives = ['docx', 'epub'] as const;
const texts = ['md', 'txt', 'srt', 'vtt', 'csv', 'html'] as const;
const endings = [...archives, ...texts];

let folder: string;
const at = (name: string): string => join(folder, name);
const tool = (program: string, ...args: readonly string[]): void => void execFileSync(program, args, { cwd: folder, stdio: 'pipe' });
/** Runs Python with `zipfile` loaded and its arguments in `names`. */
const python = (lines: string, ...names: readonly string[]): void =>
  tool('python3', '-W', 'ignore', '-c', `import sys, zipfile, struct\nnames = sys.argv[1:]\n${lines}`, ...names);

const line = 'Über den Wolken muß die Freiheit – grenzenlos sein.';
const sources: Record<(typeof texts)[number], string> = {
  md: `# Anfang\n\n${`${line}\n\n`.repeat(20)}`,
  txt: `${line}\n\n`.repeat(20),
  srt: Array.from({ length: 20 }, (_, index) => `${index + 1}\n00:00:${10 + index},000 --> 00:00:${10 + index},900\n${line}\n\n`).join(''),
  vtt: `WEBVTT\n\n${Array.from({ length: 20 }, (_, index) => `00:${10 + index}.000 --> 00:${10 + index}.900\n${line}\n\n`).join('')}`,
  csv: `block\n${`"${line}"\n`.repeat(20)}`,
  html: `<!doctype html><meta charset="utf-8"><title>Anfang</title>${`<p>${line}</p>\n`.repeat(20)}`,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-hostile-'));
  for (const ending of texts) writeFileSync(at(`whole.${ending}`), sources[ending]);
  for (const ending of archives) tool('pandoc', '-s', '-o', `whole.${ending}`, 'whole.md');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The texts of a manuscript, or why it is refused; a refusal names the file. */
async function outcome(name: string): Promise<string | string[]> {
  try {
    const { chapters } = await readManuscript(at(name), name);
    return chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text));
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown;
    expect(JSON.stringify(thrown.failure.text?.values)).toContain(name);
    return thrown.failure.text?.id ?? '';
  }
}

describe('a file that is cut short', () => {
  it.each(archives)('is refused as %s', async (ending) => {
    const whole = readFileSync(at(`whole.${ending}`));
    for (const part of [0.1, 0.5, 0.99]) {
      writeFileSync(at(`short.${ending}`), whole.subarray(0, whole.length * part));
      expect(await outcome(`short.${ending}`)).toBe('manuscript.damaged');
    }
  });

  it.each(texts)('is read as far as it goes as %s, with its letters as they are, wherever it ends', async (ending) => {
    const whole = readFileSync(at(`whole.${ending}`));
    const half = whole.indexOf('Ü', whole.length >> 1);
    // A cell that was opened and holds nothing is no row.
    for (const bytes of ending === 'csv' ? [half + 2] : [half, half + 1, half + 2]) {
      writeFileSync(at(`short.${ending}`), whole.subarray(0, bytes));
      const read = await outcome(`short.${ending}`);
      // A cell that does not end may have swallowed others.
      if (ending === 'csv') expect(read).toBe('manuscript.failedIn');
      else {
        const [first, ...others] = read;
        expect([first, others.length > 5, others.slice(0, -1).every((text) => text === line)]).toEqual([line, true, true]);
        expect(['', 'Ü', line]).toContain(others.at(-1)?.replace('"', ''));
      }
    }
  });
});

describe('a file that is encrypted', () => {
  it.each(archives)('by a password of its archive is refused as %s', async (ending) => {
    tool('unzip', '-q', `whole.${ending}`, '-d', `parts-${ending}`);
    execFileSync('zip', ['-q', '-r', '-P', 'secret', `../locked.${ending}`, '.'], { cwd: at(`parts-${ending}`) });
    expect(await outcome(`locked.${ending}`)).toBe('manuscript.encrypted');
  });

  it('by a shop is refused as epub', async () => {
    tool('cp', 'whole.epub', 'shop.epub');
    const page = `[n for n in zipfile.ZipFile(names[0]).namelist() if n.endswith('.xhtml')][0]`;
    python(
      `page = ${page}\nwith zipfile.ZipFile(names[0], 'a') as z: z.writestr('META-INF/encryption.xml', '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><e:CipherData><e:CipherReference URI="' + "EPUB/text/ch001.xhtml" + '"/></e:CipherData></e:EncryptedData></encryption>')`,
      'shop.epub',
    );
    expect(await outcome('shop.epub')).toBe('manuscript.encrypted');
  });

  it.each(endings)('as a whole is refused as %s', async (ending) => {
    tool('openssl', 'enc', '-aes-256-cbc', '-pbkdf2', '-k', 'secret', '-in', 'whole.docx', '-out', `sealed.${ending}`);
    expect(await outcome(`sealed.${ending}`)).toBe(ending === 'docx' || ending === 'epub' ? 'manuscript.damaged' : 'manuscript.notText');
  });
});

describe('a file that is renamed', () => {
  it.each(endings)('to %s is read as what it is, or refused', async (ending) => {
    for (const from of archives) {
      tool('cp', `whole.${from}`, `renamed.${ending}`);
      expect((await outcome(`renamed.${ending}`)).slice(-20)).toEqual(Array<string>(20).fill(line));
    }
    const kinds: [string, string][] = [
      ['a picture', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0001'],
      ['sound', 'RIFF\u0024\0\0\0WAVEfmt \u0010\0\0\0'],
      ['a program', '\u007fELF\u0002\u0001\u0001\0\0\0\0\0'],
    ];
    for (const [, head] of kinds) {
      writeFileSync(at(`renamed.${ending}`), Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(2000, 7)]));
      expect(await outcome(`renamed.${ending}`)).toBe(ending === 'docx' || ending === 'epub' ? 'manuscript.damaged' : 'manuscript.notText');
    }
    writeFileSync(at(`renamed.${ending}`), '%PDF-1.7\n%\u00e2\u00e3');
    expect(await outcome(`renamed.${ending}`)).toBe('manuscript.unsupported');
  });
});

describe('a file of a gigabyte of zeros', () => {
  it.each(endings)('is refused as %s before it is read', async (ending) => {
    tool('truncate', '-s', '1G', `zeros.${ending}`);
    expect(await outcome(`zeros.${ending}`)).toBe(ending === 'docx' || ending === 'epub' ? 'manuscript.damaged' : 'manuscript.tooLarge');
  });

  it.each(archives)('is refused as a part of a small %s', async (ending) => {
    python(
      `
parts = zipfile.ZipFile(names[0])
with zipfile.ZipFile(names[1], 'w', zipfile.ZIP_DEFLATED) as z:
  for part in parts.namelist():
    isText = part == 'word/document.xml' or part.endswith('.xhtml') or part.endswith('.opf')
    if not isText: z.writestr(part, parts.read(part))
    else:
      with z.open(part, 'w') as out:
        for _ in range(64): out.write(bytes(1 << 20))`,
      `whole.${ending}`,
      `bomb.${ending}`,
    );
    expect(['manuscript.hostile', 'manuscript.tooLarge']).toContain(await outcome(`bomb.${ending}`));
  });

  it.each(archives)('is refused where the %s states a small size for it', async (ending) => {
    python(
      `
parts = zipfile.ZipFile(names[0])
with zipfile.ZipFile(names[1], 'w', zipfile.ZIP_DEFLATED) as z:
  for part in parts.namelist():
    isText = part == 'word/document.xml' or part.endswith('.xhtml') or part.endswith('.opf')
    z.writestr(part, b' ' * (8 << 20) if isText else parts.read(part))
  sizes = [(i.filename, i.header_offset) for i in z.infolist() if i.file_size == 8 << 20]
data = bytearray(open(names[1], 'rb').read())
for size in [struct.pack('<I', 8 << 20)]:
  at = data.find(size)
  while at >= 0:
    data[at:at + 4] = struct.pack('<I', 1000)
    at = data.find(size, at)
open(names[1], 'wb').write(data)`,
      `whole.${ending}`,
      `lying.${ending}`,
    );
    expect(['manuscript.hostile', 'manuscript.damaged']).toContain(await outcome(`lying.${ending}`));
  });
});

describe('a file with names that lead out of it', () => {
  it.each(archives)('is refused as %s', async (ending) => {
    for (const path of ['../../evil.txt', '/etc/cron.d/evil', 'a/../../evil', '..\\\\evil', 'C:\\\\evil']) {
      tool('cp', `whole.${ending}`, `outside.${ending}`);
      python(`with zipfile.ZipFile(names[0], 'a') as z: z.writestr('${path}', 'x')`, `outside.${ending}`);
      expect(await outcome(`outside.${ending}`)).toBe('manuscript.hostile');
    }
    tool('cp', `whole.${ending}`, `link.${ending}`);
    python(
      `
link = zipfile.ZipInfo('word/styles2.xml')
link.create_system, link.external_attr = 3, 0o120777 << 16
with zipfile.ZipFile(names[0], 'a') as z: z.writestr(link, '/etc/passwd')`,
      `link.${ending}`,
    );
    expect(await outcome(`link.${ending}`)).toBe('manuscript.hostile');
  });
});

const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;

describe('a file that defines entities', () => {
  it.each(archives)('is refused as %s', async (ending) => {
    python(
      `
parts = zipfile.ZipFile(names[0])
with zipfile.ZipFile(names[1], 'w') as z:
  for part in parts.namelist():
    text = parts.read(part)
    isText = part == 'word/document.xml' or part.endswith('.opf')
    z.writestr(part, text.replace(b'?>', b'?>' + names[2].encode(), 1) if isText else text)`,
      `whole.${ending}`,
      `entities.${ending}`,
      laughs,
    );
    expect(await outcome(`entities.${ending}`)).toBe('manuscript.hostile');
  });

  it('is refused as html', async () => {
    writeFileSync(at('entities.html'), `<?xml version="1.0"?>${laughs}<html><p>&b;&c;</p></html>`);
    expect(await outcome('entities.html')).toBe('manuscript.hostile');
  });

  it.each(['md', 'txt', 'srt', 'vtt', 'csv'] as const)('has them as its text as %s, and nothing of them is followed', async (ending) => {
    writeFileSync(at(`entities.${ending}`), sources[ending].replaceAll(line, `&c; ${laughs.replaceAll('"', "'")} end`));
    const read = await outcome(`entities.${ending}`);
    expect(read).toHaveLength(20);
    expect(String(read)).not.toContain('root:');
  });
});

describe('a file that is built to take time', () => {
  // What each of these would take without a bound grows with the square of its length, or faster.
  it.each([
    ['vtt', `${sources.vtt}\n00:59.000 --> 00:59.500\n`, '<v '],
    ['vtt', `${sources.vtt}\n00:59.000 --> 00:59.500\n`, '<v.'],
    ['vtt', `${sources.vtt}\n00:59.000 --> 00:59.500\n`, '<c.'],
    ['vtt', `${sources.vtt}\n00:59.000 --> 00:59.500\n`, '<1'],
    ['srt', `${sources.srt}99\n00:59:00,000 --> 00:59:00,500\n`, '{\\'],
  ])('as %s is read all the same (%#)', async (ending, head, part) => {
    writeFileSync(at(`slow.${ending}`), head + part.repeat(300_000));
    expect((await outcome(`slow.${ending}`)).slice(0, 20)).toEqual(Array<string>(20).fill(line));
  });

  it.each(['> ', '- ', '1. '])('as Markdown of lines that open “%s” without end is refused', async (part) => {
    writeFileSync(at('deep.md'), `${sources.md}${part.repeat(50_000)}x`);
    expect(await outcome('deep.md')).toBe('manuscript.hostile');
    writeFileSync(at('rule.md'), `${sources.md}\n\n${'* '.repeat(300)}\n\n${'-'.repeat(300)}\n\n${line}\n`);
    expect(await outcome('rule.md')).toHaveLength(21);
  });
});
