import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { getApiKey, listApiKeys, type Output } from '#contract'
import { callOptions, useCall } from '../../../api.ts'
import { Copyable } from '../../../components/copy.tsx'
import { type Fact, Facts } from '../../../components/facts.tsx'
import { keepFocusAt } from '../../../components/focus.ts'
import { useDialog } from '../../../components/form-dialog.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { useMe } from '../../../session.ts'
import { CreateKeyDialog } from '../create-key.tsx'
import { KeyState, NewNetwork, OwnedKeyStates, RotationNote } from '../key-columns.tsx'
import { isWatched, rotationOf } from '../rotation.ts'
import { useRevoke } from '../use-revoke.tsx'
import { Actions } from './actions.tsx'
import { Networks } from './networks.tsx'
import { Note } from './note.tsx'
import { Refusals } from './refusals.tsx'
import { Usage } from './usage.tsx'

type Key = Output<typeof getApiKey>

const route = getRouteApi('/shell/settings/api-keys/$keyId')
const refreshMs = 4_000

/** One key: its facts, how it is used and from where. Owners and admins can open the key of anyone. */
export default function KeyPage() {
  const { keyId } = route.useParams()
  const { id: userId } = useMe()
  const { data: own } = useCall(listApiKeys, { status: 'active', limit: 200 })
  const peers = own?.data ?? []
  const call = useQuery({
    ...callOptions(getApiKey, { keyId }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isWatched(data, peers, Date.now()) && refreshMs,
  })
  return (
    <Loaded call={call} heading="API key" what="The key could not be loaded">
      {(key) => (key.owner.id === userId ? <OwnKey of={key} peers={peers} /> : <SomeonesKey of={key} />)}
    </Loaded>
  )
}

function OwnKey({ of: key, peers }: { of: Key; peers: Output<typeof listApiKeys>['data'] }) {
  const { owner: _owner, ...own } = key
  const rotating = useDialog('new')
  const page = useRef<HTMLDivElement>(null)
  const keepFocus = keepFocusAt(page)
  const revoke = useRevoke(keepFocus)
  const rotation = rotationOf(key, peers)
  return (
    <div ref={page} tabIndex={-1} style={{ outline: 'none' }}>
      <PageHeader
        title={key.name}
        back={{ to: '/settings/api-keys', label: 'API keys' }}
        badge={
          <>
            <KeyState of={key} />
            <NewNetwork of={key} />
          </>
        }
        description={rotation && <RotationNote of={key} rotation={rotation} />}
        action={
          key.status !== 'revoked' && (
            <>
              {!rotation && <Button onClick={rotating.open}>Rotate</Button>}
              <Button color="red" onClick={() => revoke(own)}>
                Revoke
              </Button>
            </>
          )
        }
      />
      <Content of={key} />
      <CreateKeyDialog
        dialog={rotating}
        replaces={key}
        taken={peers.map(({ name }) => name)}
        onClosed={keepFocus}
      />
    </div>
  )
}

function SomeonesKey({ of: key }: { of: Key }) {
  const page = useRef<HTMLDivElement>(null)
  const revoke = useRevoke(keepFocusAt(page))
  const { name, email } = key.owner
  return (
    <div ref={page} tabIndex={-1} style={{ outline: 'none' }}>
      <PageHeader
        title={key.name}
        back={{ to: '/settings/api-keys/everyone', label: 'Everyone’s keys' }}
        badge={<OwnedKeyStates of={key} />}
        action={key.status !== 'revoked' && <Button onClick={() => revoke(key)}>Revoke</Button>}
      />
      <Content of={key} facts={[{ name: 'Owner', value: <Owner name={name} email={email} /> }]} />
    </div>
  )
}

const Owner = ({ name, email }: { name: string; email: string }) => (
  <Text inherit>
    <bdi>{name}</bdi>, {email}
  </Text>
)

/** What the page shows of any key. `facts` come first. */
function Content({ of: key, facts = [] }: { of: Key; facts?: Fact[] }) {
  const { id: keyId, prefix, createdAt, lastUsedAt, expiresAt, revokedAt, scopes } = key
  const time = (at: string | null, none: string) => (at ? <RelativeTime at={at} /> : none)
  return (
    <>
      <Facts
        facts={[
          ...facts,
          { name: 'Prefix', value: <Copyable text={prefix} label={`Copy the prefix ${prefix}`} /> },
          { name: 'Created', value: time(createdAt, '') },
          { name: 'Last used', value: time(lastUsedAt, 'Never') },
          revokedAt
            ? { name: 'Revoked', value: time(revokedAt, '') }
            : { name: 'Expires', value: time(expiresAt, 'Never') },
          ...(scopes.length > 0
            ? [{ name: 'Scopes', value: <Group gap={4}>{scopes.join(', ')}</Group> }]
            : []),
        ]}
      />
      <Note of={key} />
      <Usage keyId={keyId} />
      <Refusals of={key} />
      <Networks of={key} />
      <Actions keyId={keyId} />
    </>
  )
}
