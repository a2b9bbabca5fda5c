import { Box, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import type { getSourceText, Output, Source } from '#contract'
import { Failure } from '../../../components/failure.tsx'
import { Legend, MentionStrip } from './mentions.tsx'
import classes from './reader.module.css'
import { ReaderBar } from './reader-bar.tsx'
import { ReaderText } from './reader-text.tsx'
import { SourceFacts } from './source-facts.tsx'
import { useReader } from './use-reader.ts'

interface ReaderProps {
  source: Source
  text: Output<typeof getSourceText>
  /** The place to open: `1200-1234`. */
  at: string | undefined
}

/** A text with its mentions, a search, and keys to step through both. */
export function Reader({ source, text, at }: ReaderProps) {
  const reader = useReader(source, text, at)
  const { mentions, place, goTo } = reader
  const isWide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (place) goTo(place, 'place')
  }, [place])

  return (
    <div className={classes.reader}>
      <Box miw={0}>
        <ReaderBar reader={reader} />
        {mentions.error && (
          <Failure what="The mentions could not be loaded" error={mentions.error} onRetry={mentions.retry} />
        )}
        <Group gap="md" align="flex-start" wrap="nowrap" pt={20}>
          <Box component="article" flex={1} miw={0} aria-label="Text">
            <ReaderText reader={reader} />
          </Box>
          <MentionStrip reader={reader} />
        </Group>
      </Box>
      <aside className={classes.side} aria-label="About this source">
        <Legend mentions={mentions} />
        {isWide ? (
          <SourceFacts source={source} />
        ) : (
          <details>
            <summary className={classes.summary}>About this source</summary>
            <SourceFacts source={source} />
          </details>
        )}
      </aside>
    </div>
  )
}
