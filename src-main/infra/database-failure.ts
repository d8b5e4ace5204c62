import { z } from 'zod';
import { fail, FailureError } from '#shared/failure.ts';
import { errorCode, fileFailure } from './files.ts';

/** Primary result codes of SQLite (sqlite.org/rescode.html) that a person can do something about. */
const codes = {
  busy: 5,
  locked: 6,
  readonly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  notADatabase: 26,
} as const;
const ioErrorWrite = 778;

/** Whatever a database call threw, as the failure that a person is told. `subject` starts the sentence: "The project". */
export function databaseFailure(thrown: unknown, subject: string): Error {
  if (thrown instanceof FailureError) return thrown;
  // The last is what a number says that JavaScript cannot hold.
  if (thrown instanceof z.ZodError || thrown instanceof SyntaxError || errorCode(thrown) === 'ERR_OUT_OF_RANGE')
    return damaged(subject, thrown);
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown) || typeof thrown.errcode !== 'number')
    return fileFailure(thrown, subject);
  switch (thrown.errcode & 0xff) {
    case codes.busy:
    case codes.locked:
      return fail('file-in-use', `${subject} is open in another window or program. Close it there first.`, { cause: thrown });
    case codes.readonly:
      return fail('file-failed', `${subject} can be read but not written: it, or its folder, is write-protected.`, { cause: thrown });
    case codes.full:
      return fail('disk-full', `${subject} could not be written: the disk is full. Nothing that was saved is lost.`, { cause: thrown });
    case codes.ioError:
      return thrown.errcode === ioErrorWrite
        ? fail('disk-full', `${subject} could not be written: the disk is full or takes no more. Nothing that was saved is lost.`, {
            cause: thrown,
          })
        : fail('file-failed', `${subject} could not be read or written: the disk reports a fault.`, { cause: thrown });
    case codes.corrupt:
    case codes.notADatabase:
      return damaged(subject, thrown);
    case codes.cannotOpen:
      return fail('file-failed', `${subject} could not be opened: the file or its folder cannot be used.`, { cause: thrown });
    case codes.tooBig:
      return fail('too-large', `${subject} cannot take something that large.`, { cause: thrown });
    default:
      return fail('file-failed', `${subject} could not be used (SQLite ${thrown.errcode}).`, { cause: thrown });
  }
}

function damaged(subject: string, cause: unknown): FailureError {
  return fail('damaged', `${subject} is damaged and cannot be read.`, { next: 'choose-file', cause });
}
