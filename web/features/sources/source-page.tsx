import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { getSource, type Source } from '#contract'
import { callOptions } from '../../api.ts'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { plural } from '../../components/format.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { EditSource } from './edit-source.tsx'
import { NotReadable } from './not-readable.tsx'
import { Reader } from './reader/reader.tsx'
import { SourcePageMenu } from './source-menu.tsx'
import { SourceState } from './source-state.tsx'
import { useDeleteSource } from './use-delete-source.ts'
import { useSourceText } from './use-source-text.ts'

const route = getRouteApi('/shell/sources/$sourceId')
const againMs = 1_000

export function SourcePage() {
  const { sourceId } = route.useParams()
  const call = useQuery({
    ...callOptions(getSource, { sourceId }),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? againMs : false),
  })
  return (
    <Loaded call={call} heading="Source" what="The source could not be loaded">
      {(source) => <SourceDetails key={source.id} source={source} />}
    </Loaded>
  )
}

const isWaiting = ({ status }: Source) => status === 'queued' || status === 'extracting'

function SourceDetails({ source }: { source: Source }) {
  const { title, projectId, status } = source
  const { at } = route.useSearch()
  const navigate = useNavigate()
  const editing = useDialog('edit')
  const remove = useDeleteSource(() =>
    navigate({ to: '/projects/$projectId/sources', params: { projectId }, replace: true }),
  )
  return (
    <>
      <PageHeader
        title={title}
        back={{ to: '/projects/$projectId/sources', params: { projectId }, label: 'Sources' }}
        badge={status !== 'ready' && <SourceState status={status} />}
        action={
          <>
            <SourcePageMenu source={source} onDelete={remove} />
            <Button variant="default" onClick={editing.open}>
              Edit
            </Button>
          </>
        }
      />
      {status === 'ready' ? <ReadySource source={source} at={at} /> : <NotReadable source={source} />}
      <FormDialog dialog={editing} title="Edit details">
        <EditSource source={source} onClose={editing.close} />
      </FormDialog>
    </>
  )
}

function ReadySource({ source, at }: { source: Source; at: string | undefined }) {
  const call = useSourceText(source)
  return (
    <Loaded call={call} what="The text could not be loaded" skeleton={<LoadingText source={source} />}>
      {(text) => <Reader source={source} text={text} at={at} />}
    </Loaded>
  )
}

/** A long text takes its time. */
function LoadingText({ source: { textChars } }: { source: Source }) {
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        Loading {textChars === null ? 'the text' : plural(textChars, 'character')}
      </Text>
      {[92, 100, 84, 97, 60].map((percent) => (
        <Skeleton key={percent} h={14} maw="36rem" w={`${percent}%`} />
      ))}
    </Stack>
  )
}
