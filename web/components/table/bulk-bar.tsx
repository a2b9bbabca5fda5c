import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { takesIdempotencyKey } from '#contract'
import { call, newIdempotencyKey } from '../../api.ts'
import { Bullets } from '../bullets.tsx'
import { confirm } from '../confirm.tsx'
import { errorText } from '../error-text.ts'
import { keepFocusAt } from '../focus.ts'
import { formatCount } from '../format.ts'
import { notifyDone, notifyUntilClosed } from '../notify.tsx'
import type { Bulk, BulkAction } from './bulk.ts'
import classes from './bulk-bar.module.css'

interface BulkBarProps<Item> {
  bulk: Bulk<Item>
  /** The selected rows. */
  rows: Item[]
  /** Selects these rows alone. */
  select: (rows: readonly Item[]) => void
}

/** The number of selected rows, and what can be done with them. Rows for which it failed stay selected. */
export function BulkBar<Item>({ bulk, rows, select }: BulkBarProps<Item>) {
  const { nameOf, countOf, actions } = bulk
  const run = useBulkAction<Item>()
  const bar = useRef<HTMLElement>(null)
  const [progress, setProgress] = useState<string>()

  const act = async (action: BulkAction<Item>, chosen: typeof rows) => {
    const failed = await run(action, chosen, (done) =>
      setProgress(`${action.label}: ${formatCount(done)} of ${countOf(chosen.length)}`),
    )
    select(failed.map(({ row }) => row))
    setProgress(undefined)
    keepFocusAt(bar)()
    if (failed.length < chosen.length) notifyDone(`${countOf(chosen.length - failed.length)} ${action.done}`)
    if (failed.length > 0)
      notifyUntilClosed(
        <Failures
          title={`${countOf(failed.length)} not ${action.done}`}
          failed={failed.map(({ row, error }) => ({ row: nameOf(row), error }))}
        />,
      )
  }
  const start = (action: BulkAction<Item>) => {
    const chosen = rows.filter(action.isFor)
    const { label, consequences } = action
    if (!consequences) return void act(action, chosen)
    confirm({
      title: `${label} ${countOf(chosen.length)}?`,
      consequences,
      confirm: `${label} ${countOf(chosen.length)}`,
      act: () => void act(action, chosen),
    })
  }
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Selected rows"
      className={classes.bar}
      data-open={rows.length > 0 || undefined}
    >
      <Text role="status">{progress ?? (rows.length > 0 && `${countOf(rows.length)} selected`)}</Text>
      {rows.length > 0 && !progress && (
        <Group gap="xs">
          {actions
            .filter(({ isFor }) => rows.some(isFor))
            .map((action) => (
              <Button key={action.label} size="compact-sm" onClick={() => start(action)}>
                {action.label}
              </Button>
            ))}
          <Button size="compact-sm" variant="subtle" onClick={() => select([])}>
            Clear selection
          </Button>
        </Group>
      )}
    </section>
  )
}

function Failures({ title, failed }: { title: string; failed: Failed<string>[] }) {
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Bullets>
        {failed.map(({ row, error }) => (
          <li key={row}>
            <bdi>{row}</bdi>: {errorText(error).title}
          </li>
        ))}
      </Bullets>
    </>
  )
}

/** A row for which an action failed, and why. */
interface Failed<Row> {
  row: Row
  error: unknown
}

/**
 * Returns a function that calls the operation of an action for one row after another, then loads the lists again.
 * It reports how many are done, and returns the rows for which it failed.
 */
function useBulkAction<Row>() {
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
