import { z } from 'zod'
import { invalidField } from '#platform'

/** Where the next page of a search begins: after the record with this id among those that match so well. */
export interface After {
  match: string
  id: string
}

const after = z.tuple([z.string().regex(/^\d\.\d{4}$/), z.uuid()])

export function afterMatch(cursor: string | undefined): After | undefined {
  if (cursor === undefined) return undefined
  const read = after.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '))
  if (!read.success) throw invalidField('cursor', 'Not a cursor that this list gave')
  return { match: read.data[0], id: read.data[1] }
}

export const matchCursor = ({ match, id }: After): string =>
  Buffer.from(`${match} ${id}`).toString('base64url')
