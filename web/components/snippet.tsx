import { Fields } from './fields.tsx'
import classes from './snippet.module.css'

const style = { maxWidth: '42rem', margin: '0 0 4px' }

interface SnippetProps {
  text: string
  highlights: readonly (readonly [number, number])[]
}

/** Words around a mention. In a table row, each field is a line. */
export function Snippet({ text, highlights }: SnippetProps) {
  if (!text.includes('\n'))
    return (
      <p style={style} dir="auto">
        <MarkedText text={text} highlights={highlights} />
      </p>
    )
  return (
    <div style={style}>
      <Fields
        text={text}
        words={(start, end) => <MarkedText text={text} highlights={highlights} start={start} end={end} />}
      />
    </div>
  )
}

interface MarkedTextProps {
  text: string
  /** The highlighted ranges, in UTF-16 units. */
  highlights: readonly (readonly [number, number])[]
  /** Shows only the part from here. */
  start?: number
  end?: number
}

/** Text, or a part of it, with the matching words highlighted. */
function MarkedText({ text, highlights, start: from = 0, end: to = text.length }: MarkedTextProps) {
  const parts: { text: string; marked: boolean; at: number }[] = []
  let at = from
  for (const [first, last] of highlights.toSorted(([one], [other]) => one - other)) {
    const [start, end] = [Math.max(first, from), Math.min(last, to)]
    if (start < at || start >= end || last > text.length) continue
    if (start > at) parts.push({ text: text.slice(at, start), marked: false, at })
    parts.push({ text: text.slice(start, end), marked: true, at: start })
    at = end
  }
  parts.push({ text: text.slice(at, to), marked: false, at: to })
  return (
    <bdi>
      {parts.map(({ text, marked, at }) =>
        marked ? (
          <mark key={at} className={classes.mark}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
