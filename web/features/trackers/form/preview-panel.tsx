import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Output, previewTracker } from '#contract'
import { callOptions } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { Failure } from '../../../components/failure.tsx'
import { formatCount, plural } from '../../../components/format.ts'
import { definitionOf, type TrackerValues } from '../definition.ts'
import { MentionList } from '../mention-list.tsx'
import classes from './preview-panel.module.css'

interface PreviewPanelProps {
  preview: Preview
  /** The definition is empty. */
  isBlank: boolean
  /** The error is shown next to its field. */
  isOfFields: boolean
}

/** A preview of the mentions, next to the form. */
export function PreviewPanel({ preview, isBlank, isOfFields }: PreviewPanelProps) {
  const { found, error, isOld } = preview
  const content = () => {
    if (isBlank) return <Text c="dimmed">Enter a phrase or a query to see what it finds.</Text>
    if (isOfFields) return <Text c="dimmed">Correct the errors in the form to see what it finds.</Text>
    if (error) return <Failure what="The preview could not be loaded" error={error} onRetry={preview.retry} />
    return found ? <Found {...found} /> : <Skeleton h={96} />
  }
  return (
    <Stack component="section" gap="xs" className={classes.panel ?? ''} aria-labelledby="preview">
      <Title order={2} id="preview">
        Preview
      </Title>
      <div aria-busy={!isBlank && isOld} data-old={!isBlank && isOld}>
        {content()}
      </div>
    </Stack>
  )
}

function Found({ counts, searched, sample }: Output<typeof previewTracker>) {
  return (
    <>
      <Text fw={600} role="status">
        {plural(counts.mentions, 'mention')} in {plural(counts.sources, 'source')}
      </Text>
      <Caption mb="xs">
        {searchedText(searched)}
        {sample.length < counts.mentions && ` The first ${formatCount(sample.length)} mentions:`}
      </Caption>
      <MentionList mentions={sample} label="Examples" />
    </>
  )
}

function searchedText({ sources, of }: Output<typeof previewTracker>['searched']): string {
  if (of === 0) return 'There are no sources yet.'
  if (sources < of) return `Searched the newest ${formatCount(sources)} of ${plural(of, 'source')}.`
  return `Searched ${of === 1 ? 'the only source' : `all ${plural(of, 'source')}`}.`
}

const delayMs = 400

/** Returns what a definition finds, updated shortly after it changes. The last result stays visible meanwhile. */
export function usePreview(projectId: string, values: TrackerValues) {
  const wanted = JSON.stringify(definitionOf(values) ?? null)
  const [asked] = useDebouncedValue(wanted, delayMs)
  const definition = JSON.parse(asked)
  const query = useQuery({
    ...callOptions(previewTracker, { projectId, ...definition }),
    enabled: definition !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isOld = asked !== wanted || query.isPlaceholderData
  return {
    found: query.data,
    /** The error, if it is about the current definition. */
    error: asked === wanted ? query.error : null,
    isOld,
    retry: () => void query.refetch(),
  }
}
type Preview = ReturnType<typeof usePreview>
