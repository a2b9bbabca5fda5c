import { type ComponentProps, createContext, useContext } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Citation, Run } from '#contract'
import { CitationMark } from './citation-mark.tsx'
import classes from './run-document.module.css'

const Citations = createContext<Citation[]>([])

/** What a run wrote. Each citation in it shows the sentence that it stands for, and leads there. */
export function RunDocument({ output: { markdown, citations } }: { output: NonNullable<Run['output']> }) {
  return (
    <article className={classes.document} aria-label="Result" dir="auto">
      <Citations value={citations}>
        <Markdown remarkPlugins={[remarkGfm]} disallowedElements={['img']} components={components}>
          {linked(markdown)}
        </Markdown>
      </Citations>
    </article>
  )
}

/** Nothing in a document leads anywhere but to what it cites. */
function Cited({ href, children }: ComponentProps<'a'>) {
  const number = Number(href?.replace('#citation-', ''))
  const citation = useContext(Citations)[number - 1]
  return citation ? <CitationMark number={number} citation={citation} /> : children
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section className={classes.scroll} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}

/** Sentences stand as their own writing goes, whatever the others do. */
const Item = ({ children }: ComponentProps<'li'>) => <li dir="auto">{children}</li>
const Paragraph = ({ children }: ComponentProps<'p'>) => <p dir="auto">{children}</p>

const components: Components = { a: Cited, table: Table, li: Item, p: Paragraph }

/** Brackets in what people said are escaped, so a number in plain ones is a citation. */
const citation = /(?<!\\)\[(\d+)\]/g

/** The marks stand close to the sentence that they belong to. */
const linked = (markdown: string): string =>
  markdown.replaceAll(/ (?=\[\d+\])/g, '').replaceAll(citation, '[$1](#citation-$1)')

/** The numbers of the citations in a document, in its order; `data` has others, for programs. */
export const citedIn = (markdown: string): number[] => [
  ...new Set([...markdown.matchAll(citation)].map(([, number]) => Number(number))),
]
