import type { FastifyBaseLogger } from 'fastify'
import { type Logger, type LoggerOptions, pino } from 'pino'

export type Log = FastifyBaseLogger

/**
 * Creates structured logs. Requests are logged by route pattern, never by address, because addresses hold tokens of
 * mails and sockets. `file` is a path or the number of an open file; null is standard output.
 */
export function createLog(level: string, file: string | number | null): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // One level deeper as well, because libraries log their options, and those hold a request's headers.
    redact: ['headers', 'password', 'token', 'secret'].flatMap((name) => [name, `*.${name}`]),
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
    },
  }
  // A file is written line by line, so that everything logged can be read even after a crash.
  return file === null ? pino(options) : pino(options, pino.destination({ dest: file, sync: true }))
}
