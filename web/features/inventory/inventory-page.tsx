import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listLevels } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useFilters, useList } from '../../list.ts'
import { useToday } from '../../today.ts'
import { InventoryDialogs, useInventoryDialogs } from './inventory-dialogs.tsx'
import { InventoryMenu } from './inventory-menu.tsx'
import { levelColumns, levelRows } from './level-columns.tsx'
import { LevelFilters } from './level-filters.tsx'

/** What is on hand, by item, lot and location. */
export function InventoryPage() {
  const today = useToday()
  const filters = useFilters(listLevels)
  const list = useList(listLevels, filters.values)
  const dialogs = useInventoryDialogs()
  return (
    <>
      <PageHeader
        title="Inventory"
        description="What is on hand, lot by lot. Deliveries add to it, invoices take from it, and every change stays on record."
        action={
          <>
            <InventoryMenu onItem={dialogs.item.open} onLocation={dialogs.location.open} />
            <Button variant="default" component={Link} to="/inventory/adjust">
              Adjust
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} to="/inventory/adjust" search={{ mode: 'count' }} />}
            >
              Count
            </Button>
            <Button component={Link} to="/inventory/receive">
              Receive
            </Button>
          </>
        }
      />
      <LevelFilters filters={filters} today={today} />
      <DataTable
        label="Stock"
        list={{ ...list, rows: list.rows && levelRows(list.rows) }}
        columns={levelColumns(today)}
        filters={filters}
        empty={{
          title: 'Nothing in stock yet',
          text: 'Make an item for each thing that you keep, then receive the first delivery of it.',
          action: (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={dialogs.item.open}
            >
              Make the first item
            </Button>
          ),
        }}
      />
      <InventoryDialogs dialogs={dialogs} />
    </>
  )
}
