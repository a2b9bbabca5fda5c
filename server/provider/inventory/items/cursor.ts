import { z } from 'zod'
import { toPage } from '#platform'
import { decodeCursor, encodeCursor } from '../../cursor.ts'

/** The last row of a page by SKU, with the SKU it had then: items can be renamed. */
const last = z.tuple([z.uuid(), z.string().regex(/^[^\0]+$/)])

export function afterSku(cursor: string | undefined): { id: string; sku: string } | undefined {
  const values = decodeCursor(last, cursor)
  return values && { id: values[0], sku: values[1] }
}

/** Returns a page of rows that were read up to one more than `limit`. */
export function toPageBySku<Row extends { id: string; sku: string }>(rows: Row[], limit: number) {
  const { data, nextCursor } = toPage(rows, limit)
  const { id, sku } = data.at(-1) ?? {}
  return { data, nextCursor: nextCursor && encodeCursor([id, sku]) }
}
