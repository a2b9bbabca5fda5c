import { busy } from './refusal.ts'

/**
 * Creates a limit on work in progress, for work that callers may abandon. When it is reached, a random one makes room: if
 * newcomers were refused instead, callers who hung up unnoticed would keep everyone else out.
 * @returns a function that runs work, with a signal that aborts when the caller is gone or has to make room. It throws
 * Refusal `busy` in the latter case, and the signal's reason in the former
 */
export function createLimit(most: number) {
  const inProgress: AbortController[] = []

  return async function limited<T>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted()
    const own = new AbortController()
    const { promise, reject } = Promise.withResolvers<never>()
    own.signal.addEventListener('abort', () => reject(own.signal.reason))
    const leave = () => own.abort(signal.reason)
    signal.addEventListener('abort', leave)
    if (inProgress.length >= most) takeRandom().abort(busy())
    inProgress.push(own)
    try {
      return await Promise.race([work(own.signal), promise])
    } finally {
      signal.removeEventListener('abort', leave)
      const at = inProgress.indexOf(own)
      if (at >= 0) inProgress.splice(at, 1)
    }
  }

  function takeRandom(): AbortController {
    return inProgress.splice(Math.floor(Math.random() * inProgress.length), 1)[0]!
  }
}
