import type { Operation } from '#contract'
import type { Session } from '../session.ts'
import type { Input } from './command.ts'

const rowsAPage = 200

/** Whether a list goes on from page to page: by `cursor`, or by `after` as the results of a tracker do. */
export const turnsPages = ({ query }: Operation): boolean => 'cursor' in query.shape || 'after' in query.shape

/** Every page of a list, one after the other: there is never more than one in memory. */
export async function* pagesOf(operation: Operation, request: Input, session: Session) {
  const field = 'cursor' in operation.query.shape ? 'cursor' : 'after'
  let input: Input = { limit: rowsAPage, ...request }
  for (;;) {
    const page = (await session.call(operation, input)) as unknown as Page
    yield page
    const next = page.nextCursor ?? page.cursor
    if (!next || page.data.length === 0) return
    input = { ...input, [field]: next }
  }
}

export interface Page {
  data: unknown[]
  nextCursor?: string | null
  cursor?: string | null
}
