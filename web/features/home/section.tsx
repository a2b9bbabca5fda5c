import { Card, Group, Text, Title } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mostCounted } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { formatCount } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import classes from './section.module.css'

/** A line of a section: a link, what distinguishes the record, and at the end what needs attention. */
export interface Row {
  key: string
  link: LinkProps & { children: string; 'aria-label'?: string }
  note?: ReactNode
  end: ReactNode
  endNote?: ReactNode
}

interface SectionProps<Data> {
  title: string
  /** Null if the section is not for this user. */
  of: { total: number; data: Data[] } | null
  /** Leads to the list of all its records, if there is one. */
  all?: LinkProps
  row: (record: Data) => Row
}

/** A card with the first records of one kind, and how many there are; nothing if there are none. */
export function Section<Data>({ title, of, all, row }: SectionProps<Data>) {
  if (!of || of.total === 0) return null
  return (
    <Card component="section" withBorder padding={0} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" className={classes.head ?? ''}>
        <Title order={2}>
          {title}{' '}
          <Text span c="dimmed" inherit fw={400}>
            {formatCount(of.total)}
            {of.total === mostCounted && '+'}
          </Text>
        </Title>
        {of.total > of.data.length && all && <TextLink {...all}>View all</TextLink>}
      </Group>
      <ul data-plain>
        {of.data.map(row).map(({ key, link, note, end, endNote }) => (
          <li key={key} className={classes.row}>
            <div className={classes.text} dir="auto">
              <TextLink {...link} />
              {note && (
                <Caption truncate dir="auto">
                  {note}
                </Caption>
              )}
            </div>
            <div className={classes.end}>
              {end}
              {endNote && <Caption>{endNote}</Caption>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
