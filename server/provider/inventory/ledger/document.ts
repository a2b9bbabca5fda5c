import type { Actor } from '#contract'
import type { Transaction } from '#platform'

interface Document {
  id: string
  kind: 'receipt' | 'adjustment' | 'reversal' | 'sale' | 'return'
  supplier?: string
  deliveryNote?: string
  deliveryKey?: Buffer
  reverses?: string
  note?: string | null
  occurredAt?: string
}

/**
 * Writes the head of a document. Where another has its id, its delivery note or what it takes back, this waits for
 * that one's transaction. Gives when it happens, or nothing where the other one is there.
 */
export async function insertDocument(
  tx: Transaction,
  actor: Actor,
  document: Document,
): Promise<{ occurredAt: string } | undefined> {
  return tx
    .insertInto('stockDocuments')
    .values({ ...document, recordedBy: actor.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('occurredAt')
    .executeTakeFirst()
}
