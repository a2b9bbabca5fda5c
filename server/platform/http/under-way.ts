import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { isTemporary } from '../database/retrying.ts'
import type { Call, Implementation } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import { type RightsOf, refuseWithoutRights } from './access.ts'

const checkEveryMs = 1000

/** Returns the refusal that a call would get now, or null. */
export type RefusalNow = () => Promise<Refusal | null>

/** Creates the refusal of a call whose key was revoked, or whose session ended, while it waited. */
export const credentialEnded = () =>
  new Refusal('unauthenticated', 'The API key or session ended while the call waited.')

/** Returns the refusal of a call whose credential ended, or whose caller has lost what it needs; null if it may go on. */
export async function refusalNow(
  { operation, reach }: Pick<Implementation, 'operation' | 'reach'>,
  { actor, params, body }: Pick<Call, 'params' | 'body'> & { actor: Call['actor'] },
  { db, rightsOf }: { db: Pick<Database, 'reader'>; rightsOf: RightsOf },
): Promise<Refusal | null> {
  if (!actor) return null
  const rights = await rightsOf(actor)
  if (!rights) return credentialEnded()
  try {
    refuseWithoutRights(operation, rights)
    await reach?.(db.reader, actor.userId, { params, body })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Returns a signal for a long call. Besides the disconnection and the node's end, a refusal aborts it within a second. */
export function signalOf(
  { server, actor }: Pick<FastifyRequest, 'server' | 'actor'>,
  { raw }: FastifyReply,
  refusalNow: RefusalNow,
): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  const stop = actor ? watch(refusalNow, (reason) => gone.abort(reason)) : undefined
  raw.once('close', () => {
    stop?.()
    gone.abort()
  })
  return AbortSignal.any([gone.signal, server.ending])
}

/** Breaks off a response within a second after its call would be refused. */
export function breakOff(content: Readable, refusalNow: RefusalNow): void {
  const stop = watch(refusalNow, (reason) => content.destroy(reason as Error))
  content.once('close', stop)
}

/** Calls `end` with the reason once a call would be refused. Returns what stops the watch. */
function watch(refusalNow: RefusalNow, end: (reason: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined = setTimeout(check, checkEveryMs).unref()
  return () => {
    clearTimeout(timer)
    timer = undefined
  }

  async function check(): Promise<void> {
    try {
      const refusal = await refusalNow()
      if (refusal) return timer && end(refusal)
    } catch (error) {
      // While the database does not respond, nothing new is delivered either.
      if (!isTemporary(error)) return timer && end(error)
    }
    if (timer) timer = setTimeout(check, checkEveryMs).unref()
  }
}
