import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { createImport, type ImportKind, importKinds, inspectImport } from '#contract'
import { useAction } from '../../api.ts'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { DropTarget } from '../../components/drop-target.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { useFileInput } from '../../components/file-input.tsx'
import { formatBytes, plural } from '../../components/format.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { PageHeader } from '../../components/page.tsx'
import { useMay } from '../../session.ts'
import { keepDraft } from './drafts.ts'
import { type Inspection, type Matching, matchingByName } from './matching-by-name.ts'
import { kindNames } from './words.ts'

/** Loaded once a file was chosen. */
const ColumnMatching = lazyPart(() => import('./matching.tsx'))

const title = 'Import a file'
const back = { to: '/settings/imports', label: 'Import and export' } as const

/** Chooses a file and matches its columns. */
export default function NewImportPage() {
  if (useMay()(createImport)) return <NewImport />
  return <AdminsOnly title={title} may="import" text="Ask one of them to import your file." />
}

function NewImport() {
  const [kind, setKind] = useState<ImportKind>('patients')
  const [file, setFile] = useState<File>()
  const [matching, setMatching] = useState<Matching>()
  const inspect = useAction(inspectImport, { onDone: (found) => setMatching(matchingByName(found)) })
  const choose = (chosen: { kind: ImportKind; file: File | undefined }) => {
    setKind(chosen.kind)
    setFile(chosen.file)
    setMatching(undefined)
    if (chosen.file) inspect.mutate({ kind: chosen.kind, file: chosen.file })
  }
  const onFiles = ([first]: File[]) => first && choose({ kind, file: first })
  const input = useFileInput({ label: 'File', accept: '.csv,.tsv,.txt,.ndjson,.jsonl', onFiles })
  return (
    <>
      <PageHeader
        title={title}
        back={back}
        description="Nothing is saved before you have seen what would happen. Importing the same file again changes nothing."
      />
      <DropTarget label={`Drop to import ${kindNames[kind].toLowerCase()}`} onFiles={onFiles} />
      {input.element}
      <Stack gap="lg">
        <Radio.Group
          label="What does the file contain?"
          value={kind}
          onChange={(value) => choose({ kind: value as ImportKind, file })}
        >
          <Group gap="lg" mt={8}>
            {importKinds.map((value) => (
              <Radio key={value} value={value} label={kindNames[value]} />
            ))}
          </Group>
        </Radio.Group>
        {file ? (
          <Group gap="sm">
            <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {file.name}
            </Text>
            <Text c="dimmed">
              {formatBytes(file.size)}
              {inspect.data && `, ${plural(inspect.data.rows, 'row')}`}
            </Text>
            <Button size="compact-sm" onClick={input.open}>
              Choose another file
            </Button>
          </Group>
        ) : (
          <EmptyState
            title="Choose a file, or drop it here"
            text="CSV with a header row, or NDJSON with one object per line. UTF-8 and Windows-1252 are recognized, and so are commas, semicolons and tabs."
            action={
              <Button
                variant="filled"
                leftSection={<IconFileUpload size={16} aria-hidden />}
                onClick={input.open}
              >
                Choose file
              </Button>
            }
          />
        )}
        {inspect.isPending && (
          <Text role="status" c="dimmed">
            Reading the file …
          </Text>
        )}
        {inspect.error && file && <Failure what="The file cannot be imported" error={inspect.error} />}
        {file && inspect.data && matching && (
          <Matched kind={kind} file={file} found={inspect.data} matching={matching} onChange={setMatching} />
        )}
      </Stack>
    </>
  )
}

interface MatchedProps {
  kind: ImportKind
  file: File
  found: Inspection
  matching: Matching
  onChange: (matching: Matching) => void
}

function Matched({ kind, file, found, matching, onChange }: MatchedProps) {
  const navigate = useNavigate()
  const check = useAction(createImport, {
    onDone: ({ id }) => {
      keepDraft(id, { kind, file, ...matching })
      return navigate({ to: '/settings/imports/$importId', params: { importId: id } })
    },
  })
  const { columns, key } = matching
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate({ kind, file, columns, ...(key !== null && { key }), dryRun: true })
      }}
    >
      <Stack gap="lg">
        <Suspense>
          <ColumnMatching kind={kind} columns={found.columns} matching={matching} onChange={onChange} />
        </Suspense>
        {check.error && <Failure error={check.error} />}
        <Group>
          <Button type="submit" variant="filled" loading={check.isPending}>
            Check {plural(found.rows, 'row')}
          </Button>
          <Text c="dimmed">Nothing is saved yet.</Text>
        </Group>
      </Stack>
    </form>
  )
}
