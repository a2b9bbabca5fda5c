import { z } from 'zod'
import { invalidField, toPage } from '#platform'

/** The row of a list by SKU after which the next page begins, with the SKU that it had then: items can be renamed. */
export interface Last {
  id: string
  sku: string
}

const last = z.tuple([z.uuid(), z.string().regex(/^[^\0]+$/)])

export function afterSku(cursor: string | undefined): Last | undefined {
  if (cursor === undefined) return undefined
  const [id, ...words] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const read = last.safeParse([id, words.join(' ')])
  if (!read.success) throw invalidField('cursor', 'Not a cursor that this list gave')
  return { id: read.data[0], sku: read.data[1] }
}

/** Makes a page of rows that were read one further than `limit`, to know whether there is more. */
export function toPageBySku<Row extends Last>(rows: Row[], limit: number) {
  const { data, nextCursor } = toPage(rows, limit)
  const { id, sku } = data.at(-1) ?? {}
  return { data, nextCursor: nextCursor && Buffer.from(`${id} ${sku}`).toString('base64url') }
}
