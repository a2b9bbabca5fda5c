import { HoverCard, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Citation } from '#contract'
import { placeOf } from './place-of.ts'
import classes from './run-document.module.css'
import { SourceTitle } from './source-title.tsx'

/** `[3]` in a result: the quotation on hover and focus, the place in the source by following it. */
export function CitationMark({ number, citation }: { number: number; citation: Citation }) {
  return (
    <HoverCard width={340} withArrow openDelay={150} role="tooltip">
      <HoverCard.Target>
        <Link {...placeOf(citation)} className={classes.citation} aria-label={`Citation ${number}`}>
          {number}
        </Link>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text dir="auto" lineClamp={8}>
          “{citation.quote}”
        </Text>
        <SourceTitle sourceId={citation.sourceId} />
      </HoverCard.Dropdown>
    </HoverCard>
  )
}
