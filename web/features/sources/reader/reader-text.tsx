import { Button, Group, Text } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../components/format.ts'
import { BlockView } from './block-view.tsx'
import { blockAt } from './blocks.ts'
import classes from './reader-text.module.css'
import type { Reader, Stop } from './use-reader.ts'

const none = [] as const
const lineHeight = 28
const blockGap = 14

/** The text, virtualized: only visible blocks are laid out. */
export function ReaderText({ reader }: { reader: Reader }) {
  const { text, blocks, parts, part, setPart, marks, mentions, stop } = reader
  const { from, to } = parts[part]!
  const container = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: to - from,
    estimateSize: (place) => blocks[from + place]!.lines * lineHeight + blockGap,
    getItemKey: (place) => from + place,
    scrollMargin: top,
    overscan: 3,
    useFlushSync: false,
  })
  // Content above the text may grow.
  useLayoutEffect(() => {
    const now = (container.current?.getBoundingClientRect().top ?? 0) + scrollY
    if (Math.abs(now - top) > 1) setTop(now)
  })
  const stopBlock = blockAt(blocks, stop?.start ?? 0)
  useScrollToStop(container, stop, blocks[stopBlock]?.start ?? 0, () =>
    virtualizer.scrollToIndex(stopBlock - from, { align: 'center' }),
  )
  const trackers = useMemo(
    () => new Map(mentions.trackers.map((tracker) => [tracker.id, tracker])),
    [mentions.trackers],
  )

  return (
    <>
      {part > 0 && <Turn to={part - 1} of={parts.length} onTurn={setPart} />}
      <div
        ref={container}
        className={classes.text}
        style={{ height: virtualizer.getTotalSize() }}
        data-reader-text
      >
        {virtualizer.getVirtualItems().map((item) => {
          const block = blocks[from + item.index]!
          const inside = marks.get(block) ?? none
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              data-start={block.start}
              className={classes.block}
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              <BlockView
                text={text}
                block={block}
                marks={inside}
                trackers={trackers}
                stop={stop && stop.start < block.end && stop.end > block.start ? stop : null}
              />
            </div>
          )
        })}
      </div>
      {part < parts.length - 1 && <Turn to={part + 1} of={parts.length} onTurn={setPart} />}
    </>
  )
}

/** Opens another part of a text that is too long for one page. */
function Turn({ to, of, onTurn }: { to: number; of: number; onTurn: (part: number) => void }) {
  const turn = () => {
    onTurn(to)
    scrollTo({ top: 0 })
  }
  return (
    <Group my="md" gap="sm">
      <Button onClick={turn}>Go to part {formatCount(to + 1)}</Button>
      <Text c="dimmed">of {formatCount(of)}</Text>
    </Group>
  )
}

/** The number of frames without movement after which scrolling is over, and the maximum to wait. */
const restFrames = 4
const mostFrames = 120

/**
 * Scrolls to a stop and focuses it, so that screen readers read it. Its block may not be laid out yet, and blocks
 * around it change their height when they are.
 * @param block the offset at which the stop's block begins
 * @param scroll scrolls approximately to the block
 */
function useScrollToStop(
  container: RefObject<HTMLElement | null>,
  stop: Stop | null,
  block: number,
  scroll: () => void,
): void {
  const latest = useRef({ block, scroll })
  latest.current = { block, scroll }

  useEffect(() => {
    if (!stop) return
    let frame = 0
    let before = Number.NaN
    let still = 0
    let handle = requestAnimationFrame(function look() {
      const { block, scroll } = latest.current
      const mark = container.current?.querySelector<HTMLElement>(`[data-start="${block}"] [data-stop]`)
      if (mark) {
        const { top } = mark.getBoundingClientRect()
        still = Math.abs(top - before) < 1 ? still + 1 : 0
        before = top
        // Keeps the focus in the search field while stepping through matches.
        if (frame > 0 && still === restFrames && stop.what !== 'find') mark.focus({ preventScroll: true })
        if (still === 0) mark.scrollIntoView({ block: 'center' })
      } else scroll()
      frame++
      if (still < restFrames && frame < mostFrames) handle = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(handle)
  }, [container, stop])
}
