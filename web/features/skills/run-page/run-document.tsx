import { HoverCard, Skeleton, Text, Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, createContext, Suspense, useContext } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { type Citation, getSource, type Run } from '#contract'
import { callOptions } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { clock } from '../../../components/format.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Quotation } from '../../../components/quotation.tsx'
import { useProjectId } from '../../../project.ts'
import { type Cited, citation, citedIn } from './citations.ts'
import classes from './run-document.module.css'

/** Signs of GitHub's additions to Markdown: tables, strikethrough, tasks, footnotes and bare links. */
const gfm = /\||~|\[[ x]\]|\[\^|:\/\/|www\.|@/i
const GfmMarkdown = lazyPart(() => import('./gfm-markdown.tsx'))

const CitationsContext = createContext<Citation[]>([])

/** The result of a run, then its sources. Each citation shows its quotation and links to its place. */
export function RunDocument({ output: { markdown, citations } }: { output: NonNullable<Run['output']> }) {
  const Dialect = gfm.test(markdown) ? GfmMarkdown : Markdown
  return (
    <>
      <article className={classes.document} aria-label="Result" dir="auto">
        <CitationsContext value={citations}>
          <Suspense fallback={<Skeleton h={160} />}>
            <Dialect disallowedElements={['img']} components={components}>
              {linked(markdown)}
            </Dialect>
          </Suspense>
        </CitationsContext>
      </article>
      <SourcesCited cited={citedIn(markdown, citations)} />
    </>
  )
}

/** A citation's link. Other links in a document are shown as text. */
function CitationLink({ href, children }: ComponentProps<'a'>) {
  const number = Number(href?.replace('#citation-', ''))
  const citation = useContext(CitationsContext)[number - 1]
  return citation ? <CitationMark number={number} citation={citation} /> : children
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
    <section style={{ overflowX: 'auto' }} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}

/** Each sentence has the direction of its own script. */
const Item = ({ children }: ComponentProps<'li'>) => <li dir="auto">{children}</li>
const Paragraph = ({ children }: ComponentProps<'p'>) => <p dir="auto">{children}</p>

const components: Components = { a: CitationLink, table: Table, li: Item, p: Paragraph }

/** Turns citations into links, right after their sentence. */
const linked = (markdown: string): string =>
  markdown.replaceAll(/ (?=\[\d+\])/g, '').replaceAll(citation, '[$1](#citation-$1)')

/** A citation such as `3`: shows the quotation on hover and focus, and links to its place in the source. */
function CitationMark({ number, citation }: { number: number; citation: Citation }) {
  const projectId = useProjectId()
  return (
    <HoverCard width={340} withArrow openDelay={150} role="tooltip">
      <HoverCard.Target>
        <Link
          {...placeOf(projectId, citation)}
          className={classes.citation}
          aria-label={`Citation ${number}`}
        >
          {number}
        </Link>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text component="div" dir="auto" lineClamp={8}>
          <Quotation text={citation.quote} />
        </Text>
        <SourceTitle sourceId={citation.sourceId} />
      </HoverCard.Dropdown>
    </HoverCard>
  )
}

function SourcesCited({ cited }: { cited: Cited[] }) {
  const projectId = useProjectId()
  const bySource = [...Map.groupBy(cited, ({ sourceId }) => sourceId)]
  return (
    <section className={classes.citations} aria-labelledby="citations">
      <Title order={2} id="citations" mt={40} mb="xs">
        Sources cited
      </Title>
      {bySource.map(([sourceId, quotes]) => (
        <section key={sourceId}>
          <SourceTitle sourceId={sourceId} />
          <ol className={classes.list}>
            {quotes.map((citation) => (
              <li key={citation.number} value={citation.number}>
                <Quotation text={citation.quote} /> <Origin citation={citation} />
                <TextLink
                  {...placeOf(projectId, citation)}
                  underline="always"
                  className={classes.open ?? ''}
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

/** Who said or wrote the cited words, and when in a recording. */
function Origin({ citation: { speaker, author, startMs } }: { citation: Citation }) {
  const name = speaker ?? author
  if (name === null && startMs === null) return null
  return (
    <Caption component="span">
      {name !== null && <bdi>{name}</bdi>}
      {startMs !== null && `${name === null ? '' : ' · '}${clock(startMs)}`}{' '}
    </Caption>
  )
}

/** The title of a cited source. It loads when it becomes visible, because a result may cite hundreds of sources. */
function SourceTitle({ sourceId }: { sourceId: string }) {
  const { ref, entry } = useIntersection({ rootMargin: '300px' })
  const { data, error } = useQuery({
    ...callOptions(getSource, { sourceId }),
    enabled: entry?.isIntersecting ?? false,
    staleTime: 60_000,
  })
  return (
    <Text ref={ref} size="sm" c="dimmed" mt={4} mih="1.5em">
      {error ? 'This source has been deleted.' : <bdi>{data?.title}</bdi>}
    </Text>
  )
}

/** Returns the link to a citation's place in its source. */
const placeOf = (projectId: string, { sourceId, start, end }: Omit<Citation, 'quote'>) =>
  ({
    to: '/projects/$projectId/sources/$sourceId',
    params: { projectId, sourceId },
    search: { at: `${start}-${end}` },
  }) as const
