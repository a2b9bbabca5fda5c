import { Button, Menu, TextInput } from '@mantine/core'
import { IconBox, IconCoins, IconHistory, IconMapPin, IconPlus, IconTag } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { createLocation, listLevels } from '#contract'
import { DataTable } from '../../../components/data-table.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { MoreActions } from '../../../components/more-actions.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { headings } from '../../../headings.ts'
import { useFilters, useList } from '../../../list.ts'
import { useToday } from '../../../today.ts'
import { CreateItem } from '../item-form.tsx'
import { levelColumns, levelRows } from '../level-columns.tsx'
import { LevelFilters } from './level-filters.tsx'

/** The levels of stock by item, lot and location. */
export default function InventoryPage() {
  const today = useToday()
  const navigate = useNavigate()
  const filters = useFilters(listLevels)
  const list = useList(listLevels, filters.values)
  const creatingItem = useDialog('new')
  const creatingLocation = useDialog('location')
  return (
    <>
      <PageHeader
        {...headings['/inventory']}
        action={
          <>
            <MoreActions>
              <Menu.Item leftSection={<IconBox size={16} />} onClick={creatingItem.open}>
                New item
              </Menu.Item>
              <Menu.Item leftSection={<IconMapPin size={16} />} onClick={creatingLocation.open}>
                New location
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTag size={16} />}
                onClick={() => navigate({ to: '/inventory/lots' })}
              >
                Lots and recalls
              </Menu.Item>
              <Menu.Item
                leftSection={<IconCoins size={16} />}
                onClick={() => navigate({ to: '/inventory/valuation' })}
              >
                Stock value
              </Menu.Item>
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                onClick={() => navigate({ to: '/inventory/movements' })}
              >
                Movements
              </Menu.Item>
            </MoreActions>
            <ButtonLink to="/inventory/transfer">Transfer</ButtonLink>
            <ButtonLink to="/inventory/adjust">Adjust</ButtonLink>
            <ButtonLink to="/inventory/adjust" search={{ mode: 'count' }}>
              Count
            </ButtonLink>
            <ButtonLink variant="filled" to="/inventory/receive">
              Receive
            </ButtonLink>
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
          text: 'Create an item for each product you keep, then receive its first delivery.',
          action: (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creatingItem.open}>
              Create first item
            </Button>
          ),
        }}
      />
      <FormDialog dialog={creatingItem} title="New item">
        <CreateItem
          onCreated={({ id }) =>
            navigate({ to: '/inventory/items/$itemId', params: { itemId: id }, replace: true })
          }
          onCancel={creatingItem.close}
        />
      </FormDialog>
      <FormDialog dialog={creatingLocation} title="New location">
        <CreateLocation onClose={creatingLocation.close} />
      </FormDialog>
    </>
  )
}

function CreateLocation({ onClose }: { onClose: () => void }) {
  const form = useOperationForm(createLocation, {
    initial: { name: '' },
    fieldOf: { location_name_taken: 'name' },
    onDone: ({ name }) => {
      onClose()
      notifyDone(`Location “${name}” created`)
    },
  })
  return (
    <OperationForm form={form} submit="Create location" onCancel={onClose}>
      <TextInput
        label="Name"
        description="Such as Pharmacy or Ward 3. A location cannot be removed later."
        data-autofocus
        dir="auto"
        autoComplete="off"
        {...form.field('name')}
      />
    </OperationForm>
  )
}
