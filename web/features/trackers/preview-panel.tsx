import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Output, previewTracker } from '#contract'
import { Failure } from '../../components/failure.tsx'
import { formatCount, plural } from '../../components/format.ts'
import { MentionList } from './mention-list.tsx'
import classes from './preview-panel.module.css'
import type { Preview } from './use-preview.ts'

interface PreviewPanelProps {
  preview: Preview
  /** Nothing is looked for yet. */
  isBlank: boolean
  /** What is wrong is said beside its fields. */
  isOfFields: boolean
}

/** What would be found, beside the form. */
export function PreviewPanel({ preview, isBlank, isOfFields }: PreviewPanelProps) {
  const { found, error, isOld } = preview
  const content = () => {
    if (isBlank) return <Text c="dimmed">Write a phrase or a query, and what it finds stands here.</Text>
    if (isOfFields)
      return <Text c="dimmed">Once what is marked is put right, what it finds stands here.</Text>
    if (error) return <Failure what="It could not be previewed" error={error} onRetry={preview.retry} />
    return found ? <Found {...found} /> : <Skeleton h={96} />
  }
  return (
    <Stack component="section" gap="xs" className={classes.panel ?? ''} aria-labelledby="preview">
      <Title order={2} id="preview">
        What it would find
      </Title>
      <div
        className={classes.found}
        aria-busy={!isBlank && isOld}
        data-old={(!isBlank && isOld) || undefined}
      >
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
      <Text size="xs" c="dimmed" mb="xs">
        {searchedText(searched)}
        {sample.length < counts.mentions && ` The first ${formatCount(sample.length)} mentions:`}
      </Text>
      <MentionList mentions={sample} label="Examples" />
    </>
  )
}

function searchedText({ sources, of }: Output<typeof previewTracker>['searched']): string {
  if (of === 0) return 'There is no source to search yet.'
  if (sources < of) return `The newest ${formatCount(sources)} of ${plural(of, 'source')} searched.`
  return of === 1 ? 'The only source searched.' : `All ${plural(of, 'source')} searched.`
}
