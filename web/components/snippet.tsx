import { Fields } from './fields.tsx'
import { areFields } from './fields-in.ts'
import { MarkedText } from './marked-text.tsx'
import classes from './snippet.module.css'

interface SnippetProps {
  text: string
  highlights: readonly (readonly [number, number])[]
}

/** Words around a mention. In a table row, each field is a line. */
export function Snippet({ text, highlights }: SnippetProps) {
  if (!text.includes('\n'))
    return (
      <p className={classes.snippet} dir="auto">
        <MarkedText text={text} highlights={highlights} />
      </p>
    )
  return (
    <div className={classes.snippet}>
      <Fields
        text={text}
        words={(start, end) => <MarkedText text={text} highlights={highlights} start={start} end={end} />}
      />
    </div>
  )
}

/** Words quoted from a source: in quotation marks, or as fields of a table row. */
export function Quotation({ text }: { text: string }) {
  if (!areFields(text)) return <bdi>“{text}”</bdi>
  return <Fields text={text} words={(start, end) => text.slice(start, end)} />
}
