import type { Operation, Unconfirmed } from './operation.ts'

/** Returns whether an operation supports `Idempotency-Key`: by default, every authenticated POST does. */
export const takesIdempotencyKey = ({
  method,
  allow,
  replay,
}: Pick<Operation, 'method' | 'allow' | 'replay'>): boolean =>
  method === 'POST' && allow !== 'anyone' && replay !== 'none'

/**
 * Returns whether the response may be compressed. The length of a compressed response reveals whether a part of it repeats
 * another (BREACH), so a response must not hold a secret next to what somebody else chose. Only operations that change something
 * return secrets, once: tokens, links, recovery codes. None of theirs is compressed, nor any response to callers who are not
 * signed in.
 */
export const isCompressible = ({ method, allow }: Pick<Operation, 'method' | 'allow'>): boolean =>
  method === 'GET' && allow !== 'anyone'

/** Returns whether a call waits for its confirmation instead of having taken effect. */
export const isUnconfirmed = (output: object): output is Unconfirmed =>
  'status' in output && output.status === 'unconfirmed' && Object.keys(output).length === 2

/** Returns the result of a call that took effect, as every call in a browser’s session does. @throws Error if it waits */
export function applied<Result extends object>(output: Result | Unconfirmed): Exclude<Result, Unconfirmed> {
  if (isUnconfirmed(output)) throw new Error(`The call waits for its confirmation: ${output.id}`)
  return output as Exclude<Result, Unconfirmed>
}
