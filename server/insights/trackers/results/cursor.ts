import { z } from 'zod'
import { invalidField } from '#platform'

export type Order = 'oldest' | 'newest'

const place = z.tuple([z.uuid(), z.enum(['oldest', 'newest']), z.int().nonnegative()])

/** Says after which number to go on. It holds for one tracker in one order, whatever becomes of the mentions before. */
export const cursorOf = (trackerId: string, order: Order, seq: number): string =>
  Buffer.from(JSON.stringify([trackerId, order, seq] satisfies z.output<typeof place>)).toString('base64url')

/** @throws Refusal `validation_failed` where it is not a cursor of this tracker in this order. */
export function seqOf(cursor: string, trackerId: string, order: Order): number {
  const [ofTracker, inOrder, seq] = read(cursor)
  if (ofTracker !== trackerId) throw invalidField('after', 'The cursor is another tracker’s')
  if (inOrder !== order) throw invalidField('after', `The cursor is of a list with the ${inOrder} first`)
  return seq
}

function read(cursor: string): z.output<typeof place> {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidField('after', 'Not a cursor that a tracker gave')
  }
}
