import { useQueryClient } from '@tanstack/react-query'
import { takesIdempotencyKey } from '#contract'
import { call, newIdempotencyKey } from '../../api.ts'
import type { BulkAction } from './bulk.ts'

/** A row for which an action failed, and why. */
export interface Failed<Row> {
  row: Row
  error: unknown
}

/**
 * Returns a function that calls the operation of an action for one row after another, then loads the lists again.
 * It reports how many are done, and returns the rows for which it failed.
 */
export function useBulkAction<Row>() {
  const queries = useQueryClient()
  return async (
    { operation, input, also = [] }: BulkAction<Row>,
    rows: readonly Row[],
    report: (done: number) => void,
  ): Promise<Failed<Row>[]> => {
    const failed: Failed<Row>[] = []
    for (const [done, row] of rows.entries()) {
      report(done)
      const options = takesIdempotencyKey(operation) ? { idempotencyKey: newIdempotencyKey() } : {}
      await call(operation, input(row), options).catch((error) => failed.push({ row, error }))
    }
    const changed = [[operation.id.split('.')[0]], ...also.map(({ id }) => id.split('.'))]
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
    return failed
  }
}
