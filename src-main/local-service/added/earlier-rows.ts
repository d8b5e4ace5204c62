import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseSync } from 'node:sqlite';
import { type AddedFolder } from './added-folder.ts';
import { fliteFile, keptModel } from './kept-model.ts';

/** Versions before this one kept added voices as rows of the database with a file each: they move into the folder. */
export function moveEarlierRows(database: DatabaseSync, path: string, folder: AddedFolder): void {
  for (const row of database.prepare('SELECT * FROM added_models WHERE removed_at IS NULL ORDER BY number').all()) {
    const text = (column: string): string => String(row[column]);
    const file = join(path, `${text('id')}.flitevox`);
    if (!existsSync(file)) continue;
    const { id, name } = { id: text('id'), name: text('name') };
    const licence = { file: null, words: null, ...(JSON.parse(text('licence')) as object) };
    const model = { id, kind: 'flite', name, languages: JSON.parse(text('languages')) as unknown, voices: 1, licence };
    const arriving = folder.arriving();
    renameSync(file, join(arriving, fliteFile));
    folder.keep(
      arriving,
      keptModel.parse({
        model: { ...model, bytes: Number(row['bytes']), addedAt: text('added_at') },
        flite: JSON.parse(text('found')) as unknown,
      }),
    );
  }
  database.exec('DELETE FROM added_models');
}
