import { Button, TextInput } from '@mantine/core'
import { IconBox, IconCoins, IconHistory, IconMapPin, IconPlus, IconTag } from '@tabler/icons-react'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { adjustStock, createItem, createLocation, listLevels, receiveStock, transferStock } from '#contract'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { MenuAction, MoreActions } from '../../../components/more-actions.tsx'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { headings } from '../../../headings.ts'
import { useFilteredList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { useToday } from '../../../today.ts'
import { CreateItem } from '../item-form.tsx'
import { levelColumns, levelId } from '../level-columns.tsx'
import { levelFilters } from './level-filters.tsx'

/** The levels of stock by item, lot and location. */
export default function InventoryPage() {
  const today = useToday()
  const navigate = useNavigate()
  const open = (to: NonNullable<LinkProps['to']>) => () => navigate({ to })
  const may = useMay()
  const creatingItem = useDialog('new')
  const creatingLocation = useDialog('location')
  return (
    <ListPage
      {...headings['/inventory']}
      action={
        <>
          <MoreActions>
            {may(createItem) && <MenuAction icon={IconBox} label="New item" onClick={creatingItem.open} />}
            {may(createLocation) && (
              <MenuAction icon={IconMapPin} label="New location" onClick={creatingLocation.open} />
            )}
            <MenuAction icon={IconTag} label="Lots and recalls" onClick={open('/inventory/lots')} />
            <MenuAction icon={IconCoins} label="Stock value" onClick={open('/inventory/valuation')} />
            <MenuAction icon={IconHistory} label="Movements" onClick={open('/inventory/movements')} />
          </MoreActions>
          {may(transferStock) && <ButtonLink to="/inventory/transfer">Transfer</ButtonLink>}
          {may(adjustStock) && (
            <>
              <ButtonLink to="/inventory/adjust">Adjust</ButtonLink>
              <ButtonLink to="/inventory/adjust" search={{ mode: 'count' }}>
                Count
              </ButtonLink>
            </>
          )}
          {may(receiveStock) && (
            <ButtonLink variant="filled" to="/inventory/receive">
              Receive
            </ButtonLink>
          )}
        </>
      }
      label="Stock"
      list={useFilteredList(listLevels)}
      filters={levelFilters(today)}
      idOf={levelId}
      columns={levelColumns(today)}
      empty={{
        title: 'Nothing in stock yet',
        text: 'Create an item for each product you keep, then receive its first delivery.',
        action: may(createItem) && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creatingItem.open}>
            Create first item
          </Button>
        ),
      }}
    >
      {may(createItem) && (
        <FormDialog dialog={creatingItem} title="New item">
          <CreateItem
            onCreated={({ id }) =>
              navigate({ to: '/inventory/items/$itemId', params: { itemId: id }, replace: true })
            }
            onCancel={creatingItem.close}
          />
        </FormDialog>
      )}
      {may(createLocation) && (
        <FormDialog dialog={creatingLocation} title="New location">
          <CreateLocation onClose={creatingLocation.close} />
        </FormDialog>
      )}
    </ListPage>
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
