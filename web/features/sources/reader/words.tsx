import { type Mark, spansOf } from './marks.ts'
import type { Found } from './use-mentions.ts'
import { isSame, type Stop } from './use-reader.ts'
import classes from './words.module.css'

export interface WordsProps {
  text: string
  start: number
  end: number
  marks: readonly Mark[]
  trackers: ReadonlyMap<string, Found>
  /** What one is at, where it is near. */
  stop: Stop | null
}

/** A stretch of the text, with what is marked in it. */
export function Words({ text, start, end, marks, trackers, stop }: WordsProps) {
  if (marks.length === 0) return text.slice(start, end)
  return spansOf(start, end, marks).map((span) => {
    const words = text.slice(span.start, span.end)
    if (span.marks.length === 0) return words
    return <Marked key={span.start} words={words} marks={span.marks} trackers={trackers} stop={stop} />
  })
}

/** So many characters are no longer a few words, and are marked more quietly. */
const passage = 80

interface MarkedProps {
  words: string
  marks: readonly Mark[]
  trackers: ReadonlyMap<string, Found>
  stop: Stop | null
}

function Marked({ words, marks, trackers, stop }: MarkedProps) {
  // Of those that overlap the shortest gives the colour, or it would be lost in the others.
  const inner = marks.toSorted((one, other) => one.end - one.start - (other.end - other.start))
  const found = inner.flatMap(({ trackerId }) => trackers.get(trackerId ?? '') ?? [])
  const looked = inner.find(({ trackerId }) => trackerId === null)
  const names = [...new Set(found.map(({ name }) => name))].join(', ')
  const isStop = stop !== null && marks.some((mark) => isSame(mark, stop))
  return (
    <mark
      className={classes.mark}
      data-colour={found[0]?.colour}
      data-others={found.length > 1 || undefined}
      data-found={looked && (looked.end - looked.start > passage ? 'passage' : 'words')}
      data-stop={isStop || undefined}
      {...(names && { 'data-names': names, 'aria-description': names })}
      {...(isStop && { tabIndex: -1 })}
    >
      {words}
    </mark>
  )
}
