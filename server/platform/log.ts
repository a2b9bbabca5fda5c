import { type Logger, pino } from 'pino'

/** A structured log: an object of facts, then a message. Never log a secret, a body or a raw path. */
export type Log = Logger

/** Creates a log that writes JSON lines to standard output. */
export function createLog(level: string): Log {
  return pino({ level, serializers: { err: withoutInput } })
}

/** Removes what PostgreSQL quotes from the input, which may be personal data. */
function withoutInput(error: unknown): object {
  const { detail: _detail, where: _where, ...rest } = pino.stdSerializers.err(error as Error)
  return rest
}
