import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTemporary } from '../database/retrying.ts'
import { Refusal } from '../refusal.ts'
import type { IsStillValid } from './access.ts'

const checkEveryMs = 1000

/** Creates the refusal of a call whose key was revoked, or whose session ended, while it waited. */
export const credentialEnded = () =>
  new Refusal('unauthenticated', 'The API key or session ended while the call waited.')

/** Returns what a long call needs to end with its caller's credential: a check, and a signal. */
export function callerOf(request: FastifyRequest, reply: FastifyReply, isStillValid: IsStillValid) {
  const { actor } = request
  const check = async () => actor === null || isStillValid(actor)
  return {
    isStillValid: check,
    get signal() {
      return signalOf(request, reply, actor && check)
    },
  }
}

function signalOf(
  { server }: FastifyRequest,
  { raw }: FastifyReply,
  isStillValid: (() => Promise<boolean>) | null,
): AbortSignal {
  const gone = new AbortController()
  if (raw.closed) gone.abort()
  let timer = isStillValid ? setTimeout(checkAgain, checkEveryMs, isStillValid).unref() : undefined
  raw.once('close', () => {
    clearTimeout(timer)
    gone.abort()
  })
  return AbortSignal.any([gone.signal, server.ending])

  async function checkAgain(isStillValid: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await isStillValid())) return gone.abort(credentialEnded())
    } catch (error) {
      // While the database does not respond, nothing new is delivered either.
      if (!isTemporary(error)) return gone.abort(error)
    }
    if (!raw.closed) timer = setTimeout(checkAgain, checkEveryMs, isStillValid).unref()
  }
}
