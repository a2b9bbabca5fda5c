import type { ReactNode } from 'react'
import classes from './fields.module.css'
import { fieldsIn } from './fields-in.ts'

interface FieldsProps {
  text: string
  start?: number
  end?: number
  /** Renders a part of the text, with its highlights. */
  words: (start: number, end: number) => ReactNode
}

/** The fields of a table row: the names of its columns beside their values. */
export function Fields({ text, start, end, words }: FieldsProps) {
  return (
    <dl className={classes.fields}>
      {fieldsIn(text, start, end).map(({ start, nameEnd, value, end }) => (
        <div key={start} className={classes.field} data-nameless={nameEnd === start || undefined}>
          {nameEnd > start && <dt dir="auto">{words(start, nameEnd)}</dt>}
          <dd dir="auto">{words(value, end)}</dd>
        </div>
      ))}
    </dl>
  )
}
