import type { ReactNode } from 'react'
import { fieldsIn } from '#rules/row-fields'

interface FieldsProps {
  text: string
  start?: number
  end?: number
  /** Renders a part of the text, with its highlights. */
  words: (start: number, end: number) => ReactNode
}

// A file of styles would be a request of its own.
const list = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(min(11rem, 40%)) minmax(0, 1fr)',
  gap: '2px 16px',
  minWidth: 0,
  margin: 0,
  overflowWrap: 'anywhere',
} as const
const dimmed = { color: 'var(--mantine-color-dimmed)' }
const besideName = { gridColumn: 2, margin: 0, whiteSpace: 'pre-wrap' } as const
const nameless = { ...besideName, gridColumn: '1 / -1' }

/** The fields of a table row: the names of its columns beside their values. */
export function Fields({ text, start, end, words }: FieldsProps) {
  return (
    <dl style={list}>
      {fieldsIn(text, start, end).map(({ start, nameEnd, value, end }) => (
        <div key={start} style={{ display: 'contents' }}>
          {nameEnd > start && (
            <dt dir="auto" style={dimmed}>
              {words(start, nameEnd)}
            </dt>
          )}
          <dd dir="auto" style={nameEnd > start ? besideName : nameless}>
            {words(value, end)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
