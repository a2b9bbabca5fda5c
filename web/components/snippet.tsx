import { Fields } from './fields.tsx'
import { MarkedText } from './marked-text.tsx'

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
