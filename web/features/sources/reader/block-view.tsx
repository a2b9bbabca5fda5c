import { Text } from '@mantine/core'
import { memo } from 'react'
import { clock } from '../../../components/format.ts'
import classes from './block-view.module.css'
import type { Block, Piece } from './blocks.ts'
import { Words, type WordsProps } from './words.tsx'

type Shown = Omit<WordsProps, 'start' | 'end'>

/** A few segments of a text as they are read, with what is marked in them. */
export const BlockView = memo(function BlockView({ block, ...shown }: Shown & { block: Block }) {
  return block.pieces.map((piece) => <PieceView key={piece.start} piece={piece} {...shown} />)
})

function PieceView({ piece, ...shown }: Shown & { piece: Piece }) {
  const { segment, first, start, end } = piece
  const { kind, label, speaker, startMs } = segment
  const words = <Words start={start} end={end} {...shown} />
  // The subject of a message may be its first line.
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
      {first && kind === 'page' && label && <div className={classes.page}>Page {label}</div>}
      {title && (
        <Text fw={600} dir="auto">
          {title}
        </Text>
      )}
      {first && (speaker || startMs !== null) && (
        <div className={classes.speaker}>
          {speaker && <bdi>{speaker}</bdi>}
          {startMs !== null && <span className={classes.time}>{clock(startMs)}</span>}
        </div>
      )}
      {kind === 'row' ? (
        <div className={classes.row}>
          {first && label && <span className={classes.label}>{label}</span>}
          <Fields {...shown} start={start} end={end} />
        </div>
      ) : (
        <p className={classes.words} dir="auto">
          {words}
        </p>
      )}
    </div>
  )
}

/** A row of a table: its lines, each a value under the name of its column. */
function Fields({ start, end, ...shown }: WordsProps) {
  return (
    <div className={classes.fields}>
      {linesIn(shown.text, start, end).map(({ start, end, value }) => (
        <div key={start} dir="auto">
          {value > start && (
            <span className={classes.column}>
              <Words start={start} end={value} {...shown} />
            </span>
          )}
          <Words start={value} end={end} {...shown} />
        </div>
      ))}
    </div>
  )
}

/** The lines of a row, and where in each the value begins after the name of its column. */
function linesIn(text: string, from: number, to: number): { start: number; end: number; value: number }[] {
  let start = from
  return text
    .slice(from, to)
    .split('\n')
    .map((line) => {
      const name = /^[^:]{1,60}:(?= )/.exec(line)?.[0] ?? ''
      const place = { start, end: start + line.length, value: start + name.length }
      start = place.end + 1
      return place
    })
}
