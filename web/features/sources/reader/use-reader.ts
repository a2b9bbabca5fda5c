import { useDebouncedValue } from '@mantine/hooks'
import { useDeferredValue, useMemo, useState } from 'react'
import type { getSourceText, Output, Source } from '#contract'
import { blockAt, blocksOf, partsOf } from './blocks.ts'
import { findIn, type Mark, marksByBlock, placeIn } from './marks.ts'
import { useMentions } from './use-mentions.ts'

/** The current stop: a mention, a match, or the place in the address. `times` counts the visits. */
export interface Stop extends Mark {
  what: 'mention' | 'find' | 'place'
  times: number
}

/** Returns the state of a reader: the text in blocks, its marks, and the current stop. */
export function useReader(
  source: Source,
  { text, segments }: Output<typeof getSourceText>,
  at: string | undefined,
) {
  const mentions = useMentions(source)
  const [typed, setTyped] = useState('')
  const [rested] = useDebouncedValue(typed, 200)
  const [stop, setStop] = useState<Stop | null>(null)
  const [part, setPart] = useState(0)

  const blocks = useMemo(() => blocksOf(text, segments), [text, segments])
  const parts = useMemo(() => partsOf(blocks), [blocks])
  const finds = useMemo(() => findIn(text, rested), [text, rested])
  const place = useMemo(() => {
    const given = placeIn(at)
    return given && given.start < text.length ? { ...given, trackerId: null } : null
  }, [at, text])
  const marks = useMemo(() => {
    const all: Mark[] = [...mentions.shown, ...finds, ...(place ? [place] : [])]
    return marksByBlock(blocks, all)
  }, [blocks, mentions.shown, finds, place])

  const goTo = (mark: Mark, what: Stop['what']) => {
    const block = blockAt(blocks, mark.start)
    setPart(parts.findIndex(({ to }) => block < to))
    setStop((before) => ({ ...mark, what, times: (before?.times ?? 0) + 1 }))
  }
  /** Goes to the mark after or before the current one, wrapping around. */
  const step = (marks: readonly Mark[], what: Stop['what'], by: 1 | -1, from: number) => {
    if (marks.length === 0) return
    goTo(marks.at(nextOf(marks, stop, by, from) % marks.length)!, what)
  }

  return {
    text,
    blocks,
    parts,
    part,
    setPart,
    marks: useDeferredValue(marks),
    mentions,
    place,
    stop,
    goTo,
    find: { typed, type: setTyped, finds, settled: typed === rested, current: indexOf(finds, stop, 'find') },
    mention: indexOf(mentions.shown, stop, 'mention'),
    /** @param from where to start if there is no stop yet: the offset of the visible text */
    stepFind: (by: 1 | -1, from: number) => step(finds, 'find', by, from),
    stepMention: (by: 1 | -1, from: number) => step(mentions.shown, 'mention', by, from),
  }
}
export type Reader = ReturnType<typeof useReader>

function nextOf(marks: readonly Mark[], stop: Stop | null, by: 1 | -1, from: number): number {
  const exactly = stop ? marks.findIndex((mark) => isSame(mark, stop)) : -1
  if (exactly >= 0) return exactly + by
  // The place in the address may be that of a mark.
  const there = marks.findIndex(({ start, end }) => start === stop?.start && end === stop.end)
  if (there >= 0) return there + by
  if (by < 0) return marks.findLastIndex(({ start }) => start < from)
  const after = marks.findIndex(({ start }) => start >= from)
  return Math.max(after, 0)
}

const indexOf = (marks: readonly Mark[], stop: Stop | null, what: Stop['what']) =>
  stop?.what === what ? marks.findIndex((mark) => isSame(mark, stop)) : -1

export const isSame = (one: Mark, other: Mark) =>
  one.start === other.start && one.end === other.end && one.trackerId === other.trackerId
