import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type ApiKey,
  createUser,
  identifyApiKeys,
  listApiKeys,
  listEveryonesApiKeys,
  revokeManyApiKeys,
} from '#contract'
import { callOptions } from '../../api.ts'
import { keepFocusAt } from '../../components/focus.ts'
import { useDialog } from '../../components/form-dialog.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { MoreActions } from '../../components/more-actions.tsx'
import { headings } from '../../headings.ts'
import { useFilteredList } from '../../list.ts'
import { useMay, useMe } from '../../session.ts'
import { bulkOfKeys } from './bulk-keys.ts'
import { CheckTokensDialog } from './check-tokens.tsx'
import { CreateKeyDialog } from './create-key.tsx'
import { ActiveKeys, keyColumns } from './key-columns.tsx'
import { inOrder, keyFilters, type Order } from './key-filters.tsx'
import { RevokeIdleDialog } from './revoke-idle.tsx'
import { isWatched } from './rotation.ts'
import { useRevoke } from './use-revoke.tsx'
import { useRevokeMany } from './use-revoke-many.tsx'

const many = 10

export default function ApiKeysPage() {
  const may = useMay()
  const me = useMe()
  const { list, peers } = useKeys()
  const [order, setOrder] = useState<Order>('newest')
  const [replaces, setReplaces] = useState<ApiKey>()
  const creating = useDialog('new')
  const checking = useDialog('tokens')
  const revokingIdle = useDialog('revoke-unused')
  const createButton = useRef<HTMLButtonElement>(null)

  const keepFocus = keepFocusAt(createButton)
  const revoke = useRevoke(keepFocus)
  const revokeMany = useRevokeMany()
  const revokeAll = () =>
    revokeMany({ ownerId: me.id }, { title: (keys) => `Revoke all your ${keys}?`, onClosed: keepFocus })
  const create = (old?: ApiKey) => {
    setReplaces(old)
    creating.open()
  }

  const shown = list.rows?.length ?? 0
  const isLong = shown > many || list.hasMore || list.busy || list.filters.active
  const count = list.first?.activeCount
  return (
    <ListPage
      {...headings['/settings/api-keys']}
      {...(may(createUser) && { description: <ForServices /> })}
      badge={count !== undefined && <ActiveKeys count={count} />}
      action={
        <>
          {count !== undefined && count > 0 && may(revokeManyApiKeys) && (
            <MoreActions>
              <Menu.Item onClick={revokingIdle.open}>Revoke unused keys…</Menu.Item>
              <Menu.Item color="red" onClick={() => void revokeAll()}>
                Revoke all your keys…
              </Menu.Item>
            </MoreActions>
          )}
          {may(listEveryonesApiKeys) && (
            <ButtonLink to="/settings/api-keys/everyone">Everyone’s keys</ButtonLink>
          )}
          {may(identifyApiKeys) && <Button onClick={checking.open}>Check tokens</Button>}
          <Button
            variant="filled"
            ref={createButton}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => create()}
          >
            New API key
          </Button>
        </>
      }
      list={{ ...list, rows: list.rows && (list.hasMore ? list.rows : inOrder(list.rows, order)) }}
      filters={isLong ? keyFilters(order, list.hasMore ? undefined : setOrder) : undefined}
      columns={keyColumns(peers, create, revoke)}
      bulk={bulkOfKeys}
      isFaded={({ status }) => status !== 'active'}
      empty={{
        title: 'No API keys yet',
        text: 'Create one key for each script or program, so that you can replace them one at a time.',
        action: <Button onClick={() => create()}>Create your first key</Button>,
      }}
    >
      <CreateKeyDialog
        dialog={creating}
        replaces={replaces}
        taken={peers.map(({ name }) => name)}
        onClosed={() => {
          setReplaces(undefined)
          keepFocus()
        }}
      />
      <CheckTokensDialog dialog={checking} onClosed={keepFocus} />
      <RevokeIdleDialog dialog={revokingIdle} ownerId={me.id} />
    </ListPage>
  )
}

/** The description of the page for those who can create service users. */
const ForServices = () => (
  <>
    {headings['/settings/api-keys'].description} For a service, create a{' '}
    <TextLink to="/settings/members" inherit underline="always">
      service user
    </TextLink>
    .
  </>
)

const refreshMs = 4_000

/** Your own keys, refreshed every few seconds while the page waits for one to be used. */
function useKeys() {
  const list = useFilteredList(listApiKeys)
  // The full list contains every successor; a filter may hide some.
  const active = useQuery({
    ...callOptions(listApiKeys, { status: 'active', limit: 200 }),
    enabled: list.filters.active,
  })
  const shown = list.rows ?? []
  const peers = list.filters.active ? [...shown, ...(active.data?.data ?? [])] : shown

  const queries = useQueryClient()
  const watching = !list.error && shown.some((key) => isWatched(key, peers, Date.now()))
  useEffect(() => {
    if (!watching) return
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: ['apiKeys'] })
    }, refreshMs)
    return () => clearInterval(timer)
  }, [watching, queries])

  return { list, peers }
}
