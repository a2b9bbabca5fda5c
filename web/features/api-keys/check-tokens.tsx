import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { identifyApiKeys, listEveryonesApiKeys, mostKeysAtOnce, type Output, tokensIn } from '#contract'
import { useCall } from '../../api.ts'
import { type Column, column } from '../../components/columns.tsx'
import { Copyable } from '../../components/copy.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Failure } from '../../components/failure.tsx'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { formatCount, plural } from '../../components/format.ts'
import { useMay } from '../../session.ts'
import { KeyName, KeyOwner, KeyState } from './key-columns.tsx'
import { keyCount } from './key-count.ts'
import { sha256 } from './sha256.ts'
import { useRevokeMany } from './use-revoke-many.tsx'

interface CheckTokensDialogProps {
  dialog: ReturnType<typeof useDialog>
  onClosed: () => void
}

/** Finds the keys and owners of leaked tokens. The tokens exist only in this dialog's memory and are never sent. */
export function CheckTokensDialog({ dialog, onClosed }: CheckTokensDialogProps) {
  return (
    <FormDialog dialog={dialog} title="Whose token is this?" size={760} onClosed={onClosed}>
      {dialog.opened && <CheckTokens onClose={dialog.close} />}
    </FormDialog>
  )
}

function CheckTokens({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const tokens = useMemo(() => tokensIn(text, sha256), [text])
  const tooMany = tokens.length > mostKeysAtOnce
  return (
    <Stack>
      <Textarea
        label="Tokens, or text that contains them"
        description="Such as a log or a configuration file. The text stays in your browser, which sends only the hashes of the tokens."
        autosize
        minRows={4}
        maxRows={6}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={tooMany && `Check at most ${formatCount(mostKeysAtOnce)} tokens at a time`}
      />
      <Text role="status" c="dimmed">
        {text.trim() !== '' && summaryOf(tokens)}
      </Text>
      {tokens.length > 0 && !tooMany ? (
        <Identified tokens={tokens} onClose={onClose} />
      ) : (
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      )}
    </Stack>
  )
}

const summaryOf = ({ length }: string[]) =>
  length === 0
    ? 'No token found. Text with a wrong or missing character is not a token.'
    : `${plural(length, 'token')} found.`

type Known = Output<typeof identifyApiKeys>['data'][number]

/** A token by its hash, with its key if the server returned one. */
interface Row {
  id: string
  prefix: string
  known: Known | undefined
}

function Identified({ tokens, onClose }: { tokens: string[]; onClose: () => void }) {
  const revokeMany = useRevokeMany()
  const [failure, setFailure] = useState<unknown>()
  const seesAll = useMay()(listEveryonesApiKeys)
  const hashed = useMemo(
    () => tokens.map((token) => ({ id: sha256(token), prefix: token.slice(0, 12) })),
    [tokens],
  )
  const { data, error, refetch } = useCall(identifyApiKeys, { hashes: hashed.map(({ id }) => id) })
  if (error && !data)
    return <Failure what="The keys could not be loaded" error={error} onRetry={() => void refetch()} />

  const found = new Map(data?.data.map((known) => [known.hash, known]))
  const rows = data && hashed.map((token): Row => ({ ...token, known: found.get(token.id) }))
  const keyIds = [...found.values()].filter(({ key }) => key.status === 'active').map(({ key }) => key.id)
  const revoke = () => {
    setFailure(undefined)
    void revokeMany({ keyIds }, { title: (keys) => `Revoke ${keys}?`, onFailed: setFailure })
  }
  return (
    <>
      <DataTable label="Tokens" list={rows} columns={tokenColumns(seesAll)} />
      {failure !== undefined && <Failure what="The keys could not be counted" error={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button onClick={onClose}>Close</Button>
        {keyIds.length > 0 && (
          <Button variant="filled" color="red" onClick={revoke}>
            Revoke {keyCount(keyIds.length)}
          </Button>
        )}
      </Group>
    </>
  )
}

/** Returns the columns of the tokens. `seesAll`: whether the user sees the keys of all users. */
const tokenColumns = (seesAll: boolean): Column<Row>[] => [
  column('Key', {}, ({ prefix, known }) =>
    known ? <KeyName of={known.key} /> : <Copyable text={prefix} label={`Copy the prefix ${prefix}`} />,
  ),
  column('Owner', {}, ({ known }) =>
    known ? (
      <KeyOwner of={known.owner} />
    ) : (
      <Text c="dimmed" inherit>
        {seesAll ? 'Not a key of this Aerie' : 'Not one of your keys'}
      </Text>
    ),
  ),
  column('State', { width: '9.5rem' }, ({ known }) => known && <KeyState of={known.key} />),
]
