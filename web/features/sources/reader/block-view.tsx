import { Text } from '@mantine/core'
import { memo } from 'react'
import type { Segment } from '#contract'
import { Fields } from '../../../components/fields.tsx'
import { clock } from '../../../components/format.ts'
import classes from './block-view.module.css'
import type { Block, Piece } from './blocks.ts'
import { type Mark, spansOf } from './marks.ts'
import type { MentionedTracker } from './use-mentions.ts'
import { isSame, type Stop } from './use-reader.ts'

type Shown = Omit<WordsProps, 'start' | 'end'>

/** A few segments of a text with their marks. */
export const BlockView = memo(function BlockView({ block, ...shown }: Shown & { block: Block }) {
  return block.pieces.map((piece) => <PieceView key={piece.start} piece={piece} {...shown} />)
})

function PieceView({ piece, ...shown }: Shown & { piece: Piece }) {
  const { segment, first, start, end } = piece
  const { kind, label, speaker, startMs } = segment
  const words = <Words start={start} end={end} {...shown} />
  // The first line of a message may repeat its subject.
  const title = first && kind === 'message' && label && !shown.text.startsWith(label, start) && label
  if (kind === 'heading')
    return (
      <h2 className={classes.heading} dir="auto">
        {words}
      </h2>
    )
  return (
    <div
      className={classes.piece}
      data-kind={kind}
      data-goes-on={!first || undefined}
      data-unfinished={end < segment.end || undefined}
      data-opens={start === 0 || undefined}
    >
      {first && isSheet(kind) && label && (
        <div className={classes.page}>
          {sheets[kind]} {label}
        </div>
      )}
      {title && (
        <Text fw={600} dir="auto">
          {title}
        </Text>
      )}
      {first && (speaker || startMs !== null || (kind === 'paragraph' && label)) && (
        <div className={classes.speaker}>
          {speaker && <bdi>{speaker}</bdi>}
          {startMs !== null && <span className={classes.time}>{clock(startMs)}</span>}
          {(kind === 'turn' || kind === 'paragraph') && label && <bdi className={classes.time}>{label}</bdi>}
        </div>
      )}
      {kind === 'row' ? (
        <div className={classes.row}>
          {first && label && <span className={classes.label}>{label}</span>}
          <Fields
            text={shown.text}
            start={start}
            end={end}
            words={(start, end) => <Words {...shown} start={start} end={end} />}
          />
        </div>
      ) : (
        <p className={classes.words} dir="auto">
          {words}
        </p>
      )}
    </div>
  )
}

const sheets = { page: 'Page', slide: 'Slide' } as const
const isSheet = (kind: Segment['kind']): kind is keyof typeof sheets => kind in sheets

interface WordsProps {
  text: string
  start: number
  end: number
  marks: readonly Mark[]
  trackers: ReadonlyMap<string, MentionedTracker>
  /** The current stop, if it is nearby. */
  stop: Stop | null
}

function Words({ text, start, end, marks, trackers, stop }: WordsProps) {
  if (marks.length === 0) return text.slice(start, end)
  return spansOf(start, end, marks).map((span) => {
    const words = text.slice(span.start, span.end)
    if (span.marks.length === 0) return words
    return <Marked key={span.start} words={words} marks={span.marks} trackers={trackers} stop={stop} />
  })
}

/** Longer matches are marked less prominently. */
const passageChars = 80

interface MarkedProps {
  words: string
  marks: readonly Mark[]
  trackers: ReadonlyMap<string, MentionedTracker>
  stop: Stop | null
}

function Marked({ words, marks, trackers, stop }: MarkedProps) {
  // Where marks overlap the shortest sets the color, or the others would hide it.
  const inner = marks.toSorted((one, other) => one.end - one.start - (other.end - other.start))
  const found = inner.flatMap(({ trackerId }) => trackers.get(trackerId ?? '') ?? [])
  const match = inner.find(({ trackerId }) => trackerId === null)
  const names = [...new Set(found.map(({ name }) => name))].join(', ')
  const isStop = stop !== null && marks.some((mark) => isSame(mark, stop))
  return (
    <mark
      className={classes.mark}
      style={found[0]?.color}
      data-others={found.length > 1 || undefined}
      data-found={match && (match.end - match.start > passageChars ? 'passage' : 'words')}
      data-stop={isStop || undefined}
      {...(names && { 'data-names': names, 'aria-description': names })}
      {...(isStop && { tabIndex: -1 })}
    >
      {words}
    </mark>
  )
}
