import { z } from 'zod'
import { invalidField } from '#platform'
import { decode, encode } from '../../library/position.ts'

export type Order = 'oldest' | 'newest'

const position = z.tuple([z.uuid(), z.enum(['oldest', 'newest']), z.int().nonnegative()])

/** Writes a cursor that continues after a mention's number, whatever happens to earlier mentions. */
export const cursorOf = (trackerId: string, order: Order, seq: number): string =>
  encode([trackerId, order, seq] satisfies z.output<typeof position>)

/** @throws Refusal `validation_failed` if it is not a cursor of this tracker in this order */
export function seqOf(cursor: string, trackerId: string, order: Order): number {
  const [ofTracker, inOrder, seq] = decode(position, cursor, 'after')
  if (ofTracker !== trackerId) throw invalidField('after', 'This cursor belongs to another tracker')
  if (inOrder !== order)
    throw invalidField('after', `This cursor belongs to a list with the ${inOrder} first`)
  return seq
}
