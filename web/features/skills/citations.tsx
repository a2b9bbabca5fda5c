import { Title } from '@mantine/core'
import type { Run } from '#contract'
import { TextLink } from '../../components/links.tsx'
import classes from './citations.module.css'
import { placeOf } from './place-of.ts'
import { citedIn } from './run-document.tsx'
import { SourceTitle } from './source-title.tsx'

/** All that a document cites, by source. */
export function Citations({ output: { markdown, citations } }: { output: NonNullable<Run['output']> }) {
  const cited = citedIn(markdown).flatMap((number) => {
    const citation = citations[number - 1]
    return citation ? [{ ...citation, number }] : []
  })
  const bySource = [...Map.groupBy(cited, ({ sourceId }) => sourceId)]
  return (
    <section className={classes.citations} aria-labelledby="citations">
      <Title order={2} id="citations" mt={40} mb="xs">
        What it cites
      </Title>
      {bySource.map(([sourceId, quotes]) => (
        <section key={sourceId}>
          <SourceTitle sourceId={sourceId} />
          <ol className={classes.list}>
            {quotes.map((citation) => (
              <li key={citation.number} value={citation.number}>
                <bdi>“{citation.quote}”</bdi>{' '}
                <TextLink
                  {...placeOf(citation)}
                  underline="always"
                  aria-label={`Open the place of citation ${citation.number}`}
                >
                  Open
                </TextLink>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}
