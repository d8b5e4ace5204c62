import { ProjectFile } from '#main/library/project-file.ts';

// Holds a project open until it is killed.
const [, , path = ''] = process.argv;
new ProjectFile(path).read();
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
