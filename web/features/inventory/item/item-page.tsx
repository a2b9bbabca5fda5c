import { Button, Group, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import {
  adjustStock,
  getItem,
  getSettings,
  type Item,
  listLevels,
  listMovements,
  receiveStock,
  updateItem,
} from '#contract'
import { useCall } from '../../../api.ts'
import { formatQuantity, formatUnitPrice, isLess, isSame } from '../../../components/amounts.ts'
import { Copyable } from '../../../components/copy.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { Facts } from '../../../components/facts.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { ButtonLink, TextLink } from '../../../components/links.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { useList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { useToday } from '../../../today.ts'
import { EditItem, trackingName } from '../item-form.tsx'
import { levelColumns, levelId, Quantity } from '../level-columns.tsx'
import { movementColumns, reversedIn } from '../movement-columns.tsx'

const route = getRouteApi('/shell/inventory/items/$itemId')

export default function ItemPage() {
  const { itemId } = route.useParams()
  const call = useCall(getItem, { itemId })
  return (
    <Loaded call={call} heading="Item" what="The item could not be loaded">
      {(item) => <ItemDetails key={item.id} item={item} />}
    </Loaded>
  )
}

function ItemDetails({ item }: { item: Item }) {
  const { id: itemId, sku, name, usable, reorderLevel } = item
  const may = useMay()
  const editing = useDialog('edit')
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/inventory', label: 'Inventory' }}
        badge={
          reorderLevel !== null &&
          isLess(usable, reorderLevel) && (
            <StateBadge kind="warning" text={`Low: reorder at ${formatQuantity(reorderLevel)}`} />
          )
        }
        action={
          <>
            {may(updateItem) && <Button onClick={editing.open}>Edit</Button>}
            {may(adjustStock) && (
              <>
                <ButtonLink to="/inventory/adjust" search={{ itemId, mode: 'count' }}>
                  Count
                </ButtonLink>
                <ButtonLink to="/inventory/adjust" search={{ itemId }}>
                  Adjust
                </ButtonLink>
              </>
            )}
            {may(receiveStock) && (
              <ButtonLink variant="filled" to="/inventory/receive" search={{ itemId }}>
                Receive
              </ButtonLink>
            )}
          </>
        }
      />
      <ItemFacts item={item} />
      <Title order={2} mt="xl" mb="xs">
        On hand
      </Title>
      <ItemLevels itemId={itemId} />
      <Group justify="space-between" mt="xl" mb={4}>
        <Title order={2}>Ledger</Title>
        <TextLink to="/inventory/movements" search={{ itemId }}>
          Filter by date and reason
        </TextLink>
      </Group>
      <Text c="dimmed" mb="xs">
        Every movement of <bdi>{sku}</bdi>, newest first. Movements never change. Reverse a document to
        correct a mistake.
      </Text>
      <ItemLedger itemId={itemId} />
      {may(updateItem) && (
        <FormDialog dialog={editing} title="Edit item">
          <EditItem item={item} onClose={editing.close} />
        </FormDialog>
      )}
    </>
  )
}

function ItemFacts({ item }: { item: Item }) {
  const { sku, unit, gtin, onHand, usable, reorderLevel, averageCost } = item
  const { data: settings } = useCall(getSettings)
  return (
    <Facts
      facts={[
        {
          name: 'On hand',
          large: true,
          value: <Quantity of={onHand} unit={unit} />,
        },
        ...(isSame(usable, onHand) ? [] : [{ name: 'Usable', value: <Quantity of={usable} unit={unit} /> }]),
        { name: 'SKU', value: <Copyable text={sku} label="Copy SKU" /> },
        { name: 'GTIN', value: gtin ? <Copyable text={gtin} label="Copy GTIN" /> : null },
        { name: 'Reorder level', value: reorderLevel === null ? null : formatQuantity(reorderLevel) },
        { name: 'Tracking', value: trackingName(item) },
        {
          name: 'Average cost',
          value:
            averageCost === null
              ? null
              : settings
                ? formatUnitPrice(averageCost, settings.currency)
                : averageCost,
        },
      ]}
    />
  )
}

function ItemLevels({ itemId }: { itemId: string }) {
  const today = useToday()
  return (
    <DataTable
      label="Stock of the item"
      list={useList(listLevels, { itemId }, { pagesIn: 'levelPages' })}
      idOf={levelId}
      columns={levelColumns(today, 'one item')}
      empty={{ title: 'None on hand', text: 'Receive a delivery or adjust the stock.' }}
    />
  )
}

function ItemLedger({ itemId }: { itemId: string }) {
  const list = useList(listMovements, { itemId })
  const reversed = reversedIn(list.rows ?? [])
  return (
    <DataTable
      label="Movements"
      list={list}
      columns={movementColumns({ reversed, of: 'item' })}
      isFaded={({ id }) => reversed.has(id)}
      empty={{ title: 'No movements yet', text: 'Receipts, sales and adjustments are listed here.' }}
    />
  )
}
