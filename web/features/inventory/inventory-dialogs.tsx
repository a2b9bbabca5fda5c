import { useNavigate } from '@tanstack/react-router'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { CreateItem } from './create-item.tsx'
import { CreateLocation } from './create-location.tsx'

export function useInventoryDialogs() {
  return { item: useDialog('new'), location: useDialog('location') }
}

/** What is made from any page of the inventory: items and locations. */
export function InventoryDialogs({
  dialogs: { item, location },
}: {
  dialogs: ReturnType<typeof useInventoryDialogs>
}) {
  const navigate = useNavigate()
  return (
    <>
      <FormDialog dialog={item} title="New item">
        <CreateItem
          onMade={({ id }) =>
            navigate({ to: '/inventory/items/$itemId', params: { itemId: id }, replace: true })
          }
          onCancel={item.close}
        />
      </FormDialog>
      <FormDialog dialog={location} title="New location">
        <CreateLocation onClose={location.close} />
      </FormDialog>
    </>
  )
}
