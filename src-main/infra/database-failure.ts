import { z } from 'zod';
import { fail, FailureError } from '#shared/failure.ts';
import { errorCode, fileFailure } from './files.ts';
import { message, type Message } from '#shared/messages/message.ts';

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

/** Whatever a database call threw, as the failure that a person reads. `subject` starts the sentence: "The project". */
export function databaseFailure(thrown: unknown, subject: Message | string): Error {
  if (thrown instanceof FailureError) return thrown;
  // The last is what a number says that JavaScript cannot hold.
  if (thrown instanceof z.ZodError || thrown instanceof SyntaxError || errorCode(thrown) === 'ERR_OUT_OF_RANGE')
    return damaged(subject, thrown);
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown) || typeof thrown.errcode !== 'number')
    return fileFailure(thrown, subject);
  switch (thrown.errcode & 0xff) {
    case codes.busy:
    case codes.locked:
      return fail('file-in-use', message('files.openElsewhere', subject), { cause: thrown });
    case codes.readonly:
      return fail('file-failed', message('files.writeProtected', subject), { cause: thrown });
    case codes.full:
      return fail('disk-full', message('files.diskFullNothingLost', subject), { cause: thrown });
    case codes.ioError:
      return thrown.errcode === ioErrorWrite
        ? fail('disk-full', message('files.diskTakesNoMore', subject), {
            cause: thrown,
          })
        : fail('file-failed', message('files.diskFault', subject), { cause: thrown });
    case codes.corrupt:
    case codes.notADatabase:
      return damaged(subject, thrown);
    case codes.cannotOpen:
      return fail('file-failed', message('files.cannotBeOpened', subject), { cause: thrown });
    case codes.tooBig:
      return fail('too-large', message('files.tooLargeToStore', subject), { cause: thrown });
    default:
      return fail('file-failed', message('files.sqliteFailed', subject, thrown.errcode), { cause: thrown });
  }
}

function damaged(subject: Message | string, cause: unknown): FailureError {
  return fail('damaged', message('files.damaged', subject), { next: 'choose-file', cause });
}
