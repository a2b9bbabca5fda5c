import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Bullets } from '../bullets.tsx'
import { confirm } from '../confirm.tsx'
import { errorText } from '../error-text.ts'
import { keepFocusAt } from '../focus.ts'
import { formatCount } from '../format.ts'
import { notifyDone, notifyUntilClosed } from '../notify.tsx'
import type { Bulk, BulkAction } from './bulk.ts'
import classes from './bulk-bar.module.css'
import { type Failed, useBulkAction } from './use-bulk-action.ts'

interface BulkBarProps<Item> {
  bulk: Bulk<Item>
  /** The selected rows. */
  rows: (Item & { id: string })[]
  /** Selects these rows alone. */
  select: (rows: readonly { id: string }[]) => void
}

/** The number of selected rows, and what can be done with them. Rows for which it failed stay selected. */
export function BulkBar<Item>({ bulk, rows, select }: BulkBarProps<Item>) {
  const { nameOf, countOf, actions } = bulk
  const run = useBulkAction<Item & { id: string }>()
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
