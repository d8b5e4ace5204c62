import { stores } from '../stores.ts';

export const { chooseFile, listFolder, download } = stores.files;

export type { Folder } from './studio-files.ts';
