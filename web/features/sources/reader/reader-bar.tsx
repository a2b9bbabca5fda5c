import { ActionIcon, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { own } from '#rules/own'
import { SearchInput } from '../../../components/filters.tsx'
import { formatCount } from '../../../components/format.ts'
import { isTyping } from '../../../components/typing.ts'
import { mostFinds } from './marks.ts'
import classes from './reader-bar.module.css'
import type { Reader } from './use-reader.ts'

/** A sticky bar that finds words and goes from mention to mention. */
export function ReaderBar({ reader }: { reader: Reader }) {
  useMentionKeys(reader)
  const { find, mention, mentions, stop } = reader
  const count = mentions.shown.length
  const name = mentions.trackers.find(({ id }) => id === stop?.trackerId)?.name
  return (
    <search className={classes.bar}>
      <FindField reader={reader} />
      {find.typed && find.settled && (
        <Steps
          what="match"
          label={matchLabel(find.current, find.finds.length)}
          onStep={(by) => reader.stepFind(by, offsetInSight())}
          none={find.finds.length === 0}
        />
      )}
      {mentions.trackers.length > 0 && (
        <Steps
          what="mention"
          keys={{ '-1': 'k', 1: 'j' }}
          label={
            mention < 0
              ? `${formatCount(count)}${mentions.hasMore ? '+' : ''} ${count === 1 ? 'mention' : 'mentions'}`
              : `Mention ${formatCount(mention + 1)} of ${formatCount(count)}`
          }
          about={mention >= 0 ? name : undefined}
          onStep={(by) => reader.stepMention(by, offsetInSight())}
          none={count === 0}
        />
      )}
    </search>
  )
}

function matchLabel(current: number, count: number): string {
  if (count === 0) return 'Not found'
  const of = `${formatCount(count)}${count === mostFinds ? '+' : ''}`
  return current < 0 ? `${of} found` : `${formatCount(current + 1)} of ${of}`
}

function FindField({ reader }: { reader: Reader }) {
  const { typed, type } = reader.find
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed) type('')
    if (event.key !== 'Enter') return
    event.preventDefault()
    reader.stepFind(event.shiftKey ? -1 : 1, offsetInSight())
  }
  return (
    <SearchInput
      label="Find in this text"
      flex="1 1 12rem"
      maw={{ base: 'none', sm: '20rem' }}
      value={typed}
      onChange={type}
      onKeyDown={press}
    />
  )
}

interface StepsProps {
  what: 'match' | 'mention'
  label: string
  about?: string | undefined
  keys?: Record<'-1' | 1, string>
  onStep: (by: 1 | -1) => void
  none: boolean
}

function Steps({ what, label, about, keys, onStep, none }: StepsProps) {
  const steps = [
    { by: -1, name: `Previous ${what}`, Icon: IconChevronUp },
    { by: 1, name: `Next ${what}`, Icon: IconChevronDown },
  ] as const
  return (
    <Group gap={4} wrap="nowrap" className={classes.steps ?? ''}>
      <Text span c="dimmed" className={classes.label ?? ''} role="status">
        {label}
        {about && (
          <VisuallyHidden>
            {': '}
            {about}
          </VisuallyHidden>
        )}
      </Text>
      {steps.map(({ by, name, Icon }) => (
        <Tooltip key={name} label={keys ? `${name} (${keys[by === 1 ? 1 : '-1']})` : name}>
          <ActionIcon
            aria-label={name}
            variant="default"
            size={34}
            disabled={none}
            onClick={() => onStep(by)}
          >
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}

/** Makes `j` and `k` go to the next and the previous mention. */
function useMentionKeys(reader: Reader): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return
    const by = own({ j: 1, k: -1 } as const, event.key)
    if (!by) return
    event.preventDefault()
    reader.stepMention(by, offsetInSight())
  })
}

/** Returns about where the visible text begins, in UTF-16 units. */
function offsetInSight(): number {
  const belowTheBars = 130
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-reader-text] [data-start]')]
  const inSight = blocks
    .filter((block) => block.getBoundingClientRect().bottom > belowTheBars)
    .map((block) => Number(block.dataset.start))
  return inSight.length > 0 ? Math.min(...inSight) : 0
}
