import { Button, Group, Loader, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Source } from '#contract'
import classes from './not-readable.module.css'
import { SourceFacts } from './reader/source-facts.tsx'
import { contentOf } from './source-menu.tsx'
import { useRetrySource } from './use-retry-source.ts'

/** A source whose text is not there: on its way, or why it never came and what can be done. */
export function NotReadable({ source }: { source: Source }) {
  const { retry, retrying } = useRetrySource()
  return (
    <>
      {source.status === 'failed' ? (
        <div className={classes.frame}>
          <Text fw={600}>Aerie could not read this source</Text>
          <Text role="status">{source.error?.message}</Text>
          <Group gap="xs" mt="xs">
            <Button loading={retrying} onClick={() => retry(source)}>
              Retry
            </Button>
            <Button
              component="a"
              download
              href={contentOf(source)}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Download the file
            </Button>
          </Group>
        </div>
      ) : (
        <div className={classes.frame}>
          <Group gap="sm">
            <Loader size="sm" type="dots" color="gray" aria-hidden />
            <Text role="status">
              {source.status === 'queued' ? 'Waits to be read' : 'Aerie reads the file'}. It appears here by
              itself; you can leave meanwhile.
            </Text>
          </Group>
        </div>
      )}
      <SourceFacts source={source} />
    </>
  )
}
