import type { z } from 'zod'
import type { Unconfirmed } from '#contract'
import type { Transaction } from '#database'
import { Answer, type Implementation, refuseWithoutConfirmation } from '#platform'
import { ask } from './ask.ts'
import { type GrantingCall, type GrantingOperation, grantingValues, isGrant, namesGrant } from './fields.ts'
import { holdKey } from './grant-rows.ts'

interface Handler<O extends GrantingOperation, Before extends object> {
  /** Locks the record that the call changes, and returns it as it is; undefined if there is none. */
  before(call: GrantingCall<O>): Promise<Before | undefined>
  /** Describes the whole change in words, with former and new values. */
  summarize(before: Before, body: z.output<O['body']>, tx: Transaction): string | Promise<string>
  perform(call: GrantingCall<O> & { before: Before | undefined }): Promise<z.input<O['result']>>
}

/** The implementation of an operation whose calls with a key may wait for a confirmation. */
export interface GrantingImplementation extends Implementation {
  operation: GrantingOperation
  handler: Handler<GrantingOperation, object>
}

export const isGranting = (implementation: Implementation): implementation is GrantingImplementation =>
  'handler' in implementation

/**
 * Binds an operation that grants to its handler. With a key, a call that changes a field that grants is tried, undone, and
 * waits; with a session, it needs a confirmation of the last hours. All other calls take effect immediately.
 */
export function implementGranting<O extends GrantingOperation, Before extends object>(
  operation: O,
  given: Handler<O, Before>,
): GrantingImplementation {
  const handler = given as unknown as Handler<GrantingOperation, object>
  return { operation, handler, access: 'transaction', prepare: undefined, perform }

  async function perform(call: GrantingCall<GrantingOperation>): Promise<object | Answer<Unconfirmed>> {
    const { tx, actor, body } = call
    // Before the record, as when confirming: locks are always taken in this order.
    if (actor.apiKey && namesGrant(operation, body)) await holdKey(tx, actor.apiKey.id, operation)
    const before = await handler.before(call)
    const performCall = () => handler.perform({ ...call, before }) as Promise<object>
    if (!before || !isGrant(operation, before, body)) return performCall()
    if (!actor.apiKey) {
      refuseWithoutConfirmation(actor)
      return performCall()
    }
    return new Answer(202, {
      id: await ask(operation, call, {
        values: grantingValues(operation, before),
        summary: await handler.summarize(before, body, tx),
        performCall,
      }),
      status: 'unconfirmed' as const,
    })
  }
}
