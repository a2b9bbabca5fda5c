import { Button, Group, Text } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../components/format.ts'
import { BlockView } from './block-view.tsx'
import { blockAt } from './blocks.ts'
import colours from './colours.module.css'
import classes from './reader-text.module.css'
import { useLedThere } from './use-led-there.ts'
import type { Reader } from './use-reader.ts'

const none = [] as const
const lineHeight = 28
const blockGap = 14

/** The text, of which only what is in sight is laid out. */
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
  // Whatever stands above the text may grow.
  useLayoutEffect(() => {
    const now = (container.current?.getBoundingClientRect().top ?? 0) + scrollY
    if (Math.abs(now - top) > 1) setTop(now)
  })
  const stopBlock = blockAt(blocks, stop?.start ?? 0)
  useLedThere(container, stop, blocks[stopBlock]?.start ?? 0, () =>
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
        className={`${classes.text} ${colours.colours}`}
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

interface TurnProps {
  to: number
  of: number
  onTurn: (part: number) => void
}

/** The way to another part of a text that is too long for one page. */
function Turn({ to, of, onTurn }: TurnProps) {
  const turn = () => {
    onTurn(to)
    scrollTo({ top: 0 })
  }
  return (
    <Group my="md" gap="sm">
      <Button variant="default" onClick={turn}>
        Go to part {formatCount(to + 1)}
      </Button>
      <Text c="dimmed">of {formatCount(of)}</Text>
    </Group>
  )
}
