import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Level } from '#contract'
import { DataTable } from '../../../components/data-table.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { useToday } from '../../../today.ts'
import { levelColumns, levelId } from '../level-columns.tsx'

interface DocumentSummaryProps {
  title: string
  text: string
  /** The document was recorded earlier, and nothing changed now. */
  isRepeat?: boolean
  documentId: string
  /** The current levels of everything the document names. */
  levels: Level[]
  /** The button that starts the next one. */
  again: string
  onAgain: () => void
}

/** The document that was recorded and the levels it leads to. */
export function DocumentSummary(props: DocumentSummaryProps) {
  const { title, text, isRepeat = false, documentId, levels, again, onAgain } = props
  const today = useToday()
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={2}>{title}</Title>
        <StateBadge kind={isRepeat ? 'warning' : 'good'} text={isRepeat ? 'Nothing added' : 'Recorded'} />
      </Group>
      <Text role="status" dir="auto">
        {text}
      </Text>
      <DataTable
        label={isRepeat ? 'Current levels' : 'New levels'}
        list={levels}
        idOf={levelId}
        columns={levelColumns(today)}
        empty={{ title: 'Nothing moved', text: 'The count matches the stock on hand.' }}
      />
      <Group gap="xs">
        <Button variant="filled" ref={next} onClick={onAgain}>
          {again}
        </Button>
        <ButtonLink to="/inventory/documents/$documentId" params={{ documentId }}>
          Open document
        </ButtonLink>
      </Group>
    </Stack>
  )
}
