import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import type { getSourceText, Output, Source } from '#contract'
import { Failure } from '../../../components/failure.tsx'
import { Legend } from './legend.tsx'
import { MentionStrip } from './mention-strip.tsx'
import classes from './reader.module.css'
import { ReaderBar } from './reader-bar.tsx'
import { ReaderText } from './reader-text.tsx'
import { SourceFacts } from './source-facts.tsx'
import { useMentionKeys } from './use-mention-keys.ts'
import { useReader } from './use-reader.ts'

interface ReaderProps {
  source: Source
  text: Output<typeof getSourceText>
  /** The place to begin at: `1200-1234`. */
  at: string | undefined
}

/** A text with its mentions: to read, to find words in, and to go through from mention to mention. */
export function Reader({ source, text, at }: ReaderProps) {
  const reader = useReader(source, text, at)
  const { mentions, place, goTo } = reader
  useMentionKeys(reader)
  const isWide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: one is led there once for each address
  useEffect(() => {
    if (place) goTo(place, 'place')
  }, [place])

  return (
    <div className={classes.reader}>
      <div className={classes.main}>
        <ReaderBar reader={reader} />
        {mentions.error && (
          <Failure what="The mentions could not be loaded" error={mentions.error} onRetry={mentions.retry} />
        )}
        <div className={classes.sheet}>
          <article className={classes.text} aria-label="Text">
            <ReaderText reader={reader} />
          </article>
          <MentionStrip reader={reader} />
        </div>
      </div>
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
