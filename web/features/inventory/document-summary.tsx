import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Level } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useToday } from '../../today.ts'
import { levelColumns, levelRows } from './level-columns.tsx'

interface DocumentSummaryProps {
  title: string
  text: string
  /** The document had been recorded before, and nothing was changed. */
  isRepeat: boolean
  documentId: string
  /** What is on hand now of all that the document names. */
  levels: Level[]
  /** The button that begins the next one. */
  again: string
  onAgain: () => void
}

/** What has been recorded, and what is on hand now. */
export function DocumentSummary(props: DocumentSummaryProps) {
  const { title, text, isRepeat, documentId, levels, again, onAgain } = props
  const today = useToday()
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={2}>{title}</Title>
        <StateBadge kind={isRepeat ? 'warning' : 'good'}>
          {isRepeat ? 'Nothing added' : 'Recorded'}
        </StateBadge>
      </Group>
      <Text role="status" dir="auto">
        {text}
      </Text>
      <DataTable
        label={isRepeat ? 'Levels now' : 'New levels'}
        list={{ ...settled, rows: levelRows(levels) }}
        columns={levelColumns(today)}
        empty={{ title: 'Nothing moved', text: 'What was counted is what was there.' }}
      />
      <Group gap="xs">
        <Button ref={next} onClick={onAgain}>
          {again}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/inventory/documents/$documentId" params={{ documentId }} />
          )}
        >
          Open the document
        </Button>
      </Group>
    </Stack>
  )
}

/** All of a list that came at once. */
const settled = {
  error: null,
  busy: false,
  hasMore: false,
  loadingMore: false,
  retry: () => {},
  more: () => {},
}
