import { ProjectFile } from '#main/library/project-file.ts';

// Holds a project open until it is killed.
const [, , path = ''] = process.argv;
const file = new ProjectFile(path);
file.read();
process.stdout.write('held\n');
// It refers to the file, whose database would be closed when it is collected.
setInterval(() => file, 60_000);
