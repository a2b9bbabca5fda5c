import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Actor, GrantingField, Operation } from '#contract'
import type { Transaction } from '#database'
import type { Call } from '#platform'

/** An operation with fields that grant. */
export type GrantingOperation = Operation & { grants: readonly GrantingField[]; result: z.ZodType }

/** What is known of a call when it is made, and again when it is confirmed. */
export type GrantingCall<O extends GrantingOperation> = Pick<Call<O>, 'params' | 'body'> & {
  tx: Transaction
  actor: Actor
}

/** Returns whether a body has a field that grants. */
export const namesGrant = ({ grants }: GrantingOperation, body: unknown): boolean =>
  grants.some(({ field }) => valueAt(body, field) !== undefined)

/** Returns whether a body changes a field that grants to a value that grants more. */
export const isGrant = ({ grants }: GrantingOperation, before: object, body: unknown): boolean =>
  grants.some(({ field, isMore }) => {
    const value = valueAt(body, field)
    const present = valueAt(before, field)
    return (
      value !== undefined &&
      !isDeepStrictEqual(value, present) &&
      (isMore?.(value as never, present as never) ?? true)
    )
  })

/** Returns the values of all fields that grant. */
export const grantingValues = ({ grants }: GrantingOperation, record: object): Record<string, unknown> =>
  Object.fromEntries(grants.map(({ field }) => [field, valueAt(record, field) ?? null]))

const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => Object(value)[name], record)
