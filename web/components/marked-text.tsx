import classes from './marked-text.module.css'

interface MarkedTextProps {
  text: string
  /** The highlighted ranges, in UTF-16 units. */
  highlights: readonly (readonly [number, number])[]
}

/** Text with the matching words highlighted. */
export function MarkedText({ text, highlights }: MarkedTextProps) {
  const parts: { text: string; marked: boolean; at: number }[] = []
  let at = 0
  for (const [start, end] of highlights.toSorted(([one], [other]) => one - other)) {
    if (start < at || end > text.length) continue
    if (start > at) parts.push({ text: text.slice(at, start), marked: false, at })
    parts.push({ text: text.slice(start, end), marked: true, at: start })
    at = end
  }
  parts.push({ text: text.slice(at), marked: false, at: text.length })
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
