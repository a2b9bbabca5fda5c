import { type Logger, pino } from 'pino'

/** A structured log: an object of facts, then a sentence. Never a secret, a body or a raw path. */
export type Log = Logger

export function createLog(level: string): Log {
  return pino({ level, serializers: { err: withoutInput } })
}

/** PostgreSQL repeats in an error's detail what it was given, which may be someone's data. */
function withoutInput(error: unknown): object {
  const { detail: _detail, where: _where, ...rest } = pino.stdSerializers.err(error as Error)
  return rest
}
