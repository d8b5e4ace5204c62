import type { UnusedKind } from '#shared/operations/office.ts';
import { speechFamilies, type OperationFamily } from '#shared/paid-work.ts';
import type { Holding } from '../../../paid-requests/ledger/types.ts';
import type { PaidFile } from '../../../library/paid-files.ts';
import type { HeldSound } from '../../../library/types.ts';

/** A paid file, whether anything refers to it or not. */
export interface Judged {
  file: PaidFile;
  /** Unix milliseconds. */
  usedAt: number;
  /**
   * What it is when nobody uses it. `used`: something refers to it, or may. `lost`: it was made for a project that the studio does not know, and
   * no other has it.
   */
  verdict: UnusedKind | 'used' | 'lost';
}

/**
 * The sounds of blocks, by what the projects have. `unread`: there is a project that could not be read, which may use any of them. A
 * sound is used as long as one of the operations that made it is not over, or one of the projects that it was made for waits for it.
 */
export function judgeSounds(
  held: readonly HeldSound[],
  known: {
    sounds: ReadonlySet<string>;
    projects: ReadonlySet<string>;
    unread: boolean;
    /** Operations that are not over. */
    open: ReadonlySet<string>;
    usedAt: ReadonlyMap<string, number>;
  },
): Judged[] {
  const byHash = new Map<string, HeldSound[]>();
  for (const one of held) byHash.set(one.contentHash, [...(byHash.get(one.contentHash) ?? []), one]);
  return [...byHash].map(([name, rows]) => {
    const used = known.unread || known.sounds.has(name) || rows.some(({ waits, operationId }) => waits || known.open.has(operationId));
    const isLost = rows.some(({ projectId }) => !known.projects.has(projectId));
    const verdict = used ? 'used' : isLost ? 'lost' : 'sound';
    return {
      file: { store: 'results', name, bytes: rows[0]?.bytes ?? 0, operationIds: rows.map(({ operationId }) => operationId) },
      // What cannot be looked at counts as just used.
      usedAt: Math.max(known.usedAt.get(name) ?? Infinity, ...rows.map(({ createdAt }) => createdAt)),
      verdict,
    };
  });
}

/**
 * Everything else, by what the ledger says that it is. Pictures, videos, transcripts, lip sync, dubbing and designs stand in their panels and so are
 * used; of lines, other sounds and designs that were removed there, those that no document of the profile names are not. Neither is what no
 * operation names: a crash left it before its operation knew of it, or nothing was ever sent for it.
 */
export function judgeMedia(
  holdings: readonly Holding[],
  known: {
    /** Hashes that documents and projects name; `unread`: there is one of either that could not be read. */
    named: ReadonlySet<string>;
    unread: boolean;
    /** Whether a person has removed the design that an operation made. */
    designRemoved: (operationId: string) => boolean;
    /** By name, of the files that are there: bytes, and when it was used. */
    files: ReadonlyMap<string, { bytes: number; usedAt: number }>;
  },
): Judged[] {
  const byName = new Map<string, Holding[]>();
  for (const one of holdings) for (const name of new Set(one.names)) byName.set(name, [...(byName.get(name) ?? []), one]);
  for (const name of known.files.keys()) if (!byName.has(name)) byName.set(name, []);
  return [...byName].flatMap(([name, of]): Judged[] => {
    const file = known.files.get(name);
    if (file === undefined) return [];
    const kinds = of.map((one) => (one.state === 'done' || one.state === 'failed' ? kindOf(one, known.designRemoved) : undefined));
    const used = known.unread || known.named.has(name.slice(0, 64)) || kinds.includes(undefined);
    return [
      {
        file: { store: 'media', name, bytes: file.bytes, operationIds: of.map(({ operationId }) => operationId) },
        usedAt: Math.max(file.usedAt, ...of.map(({ updatedAt }) => updatedAt)),
        verdict: used ? 'used' : of.length === 0 ? 'unnamed' : (kinds[0] ?? 'used'),
      },
    ];
  });
}

const earlierFamilies: readonly OperationFamily[] = ['speech-v1', 'speech-v1-cached', 'job-v1', 'speech-v2', 'compatibility'];

/** `undefined` for what has a place of its own in a panel. */
function kindOf({ family, operationId, forBlock }: Holding, designRemoved: (operationId: string) => boolean): UnusedKind | undefined {
  if (family === 'design') return designRemoved(operationId) ? 'design' : undefined;
  if (earlierFamilies.includes(family)) return 'other';
  return (speechFamilies as readonly OperationFamily[]).includes(family) && !forBlock ? 'line' : undefined;
}
