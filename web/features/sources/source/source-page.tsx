import { Button, Group, Loader, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type QueryFunction, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { getSource, getSourceText, type Output, type Source } from '#contract'
import { callOptions } from '../../../api.ts'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { plural } from '../../../components/format.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { useMayEdit } from '../../../project.ts'
import { Reader } from '../reader/reader.tsx'
import { SourceFacts } from '../reader/source-facts.tsx'
import { contentOf, SourceMenu } from '../source-menu.tsx'
import { SourceState } from '../source-state.tsx'
import { mayRetry, useDeleteSource, useRetrySource } from '../use-source-actions.ts'

const EditSource = lazyPart(() => import('./edit-source.tsx'))

const route = getRouteApi('/shell/projects/$projectId/sources/$sourceId')
const pollMs = 1_000

export default function SourcePage() {
  const { sourceId } = route.useParams()
  const call = useQuery({
    ...callOptions(getSource, { sourceId }),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? pollMs : false),
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
  const mayEdit = useMayEdit()
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
            <SourceMenu source={source} mayEdit={mayEdit} onDelete={remove} />
            {mayEdit && <Button onClick={editing.open}>Edit</Button>}
          </>
        }
      />
      {status === 'ready' ? <ReadySource source={source} at={at} /> : <NotReadable source={source} />}
      {mayEdit && (
        <FormDialog dialog={editing} title="Edit details">
          <EditSource source={source} onClose={editing.close} />
        </FormDialog>
      )}
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

/** Loads the text of a source with its segments, which may be megabytes. */
function useSourceText({ id: sourceId, sha256 }: Source) {
  const { queryKey, queryFn } = callOptions(getSourceText, { sourceId })
  return useQuery({
    // A new file has a new text.
    queryKey: [...queryKey, sha256],
    queryFn: queryFn as QueryFunction<Output<typeof getSourceText>>,
    // The text never changes, and comparing megabytes takes time.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    gcTime: 60_000,
  })
}

/** Shown instead of the text while a source is being read, or if that failed. */
function NotReadable({ source }: { source: Source }) {
  const mayEdit = useMayEdit()
  const { retry, retrying } = useRetrySource()
  return (
    <>
      <Paper withBorder p="md" mb="lg">
        {source.status === 'failed' ? (
          <>
            <Text fw={600}>Aerie could not read this source</Text>
            <Text role="status">{source.error?.message}</Text>
            <Group gap="xs" mt="xs">
              {mayEdit && mayRetry(source) && (
                <Button variant="filled" loading={retrying} onClick={() => retry(source)}>
                  Retry
                </Button>
              )}
              {source.original !== 'removed' && (
                <Button
                  component="a"
                  download
                  href={contentOf(source)}
                  leftSection={<IconDownload size={16} aria-hidden />}
                >
                  Download file
                </Button>
              )}
            </Group>
          </>
        ) : (
          <Group gap="sm">
            <Loader size="sm" type="dots" color="gray" aria-hidden />
            <Text role="status">
              {source.status === 'queued' ? 'Waiting to be read' : 'Reading the file'}. The text appears here
              when it is ready. You can leave this page.
            </Text>
          </Group>
        )}
      </Paper>
      <SourceFacts source={source} />
    </>
  )
}
