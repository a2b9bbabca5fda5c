import { Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { Tracker } from '#contract'
import { AddRow, RemoveRow } from '../../../components/form-rows.tsx'
import { blankPhrase, isFilled } from '../definition.ts'
import classes from './phrase-rows.module.css'

type Phrase = Tracker['phrases'][number]

interface PhraseRowsProps {
  title: string
  description?: string
  /** The name of a row: `Phrase`. */
  label: string
  /** The path of its errors, which do not count blank rows: `phrases.0.text`. */
  path: 'phrases' | 'exclude'
  values: Phrase[]
  errors: Record<string, unknown>
  onChange: (values: Phrase[]) => void
}

const mostRows = 200
const matches = [
  { value: 'stem', label: 'Any form' },
  { value: 'exact', label: 'Exact' },
]

/** A list of phrases. Enter moves to the next row; pasted lines become rows. */
export function PhraseRows(props: PhraseRowsProps) {
  const { title, description, label, path, values, errors, onChange } = props
  const list = useRef<HTMLDivElement>(null)
  const focusSoon = (place: number) =>
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll<HTMLElement>('[data-phrase] input')
      const next = inputs?.[place] ?? list.current?.querySelector<HTMLElement>('[data-add]')
      next?.focus()
    })
  const change = (place: number, phrase: Partial<Phrase>) =>
    onChange(values.with(place, { ...values[place]!, ...phrase }))
  const addAfter = (place: number) => {
    if (values.length >= mostRows) return
    onChange(values.toSpliced(place + 1, 0, { ...blankPhrase, match: values[place]?.match ?? 'stem' }))
    focusSoon(place + 1)
  }
  const remove = (place: number) => {
    onChange(values.toSpliced(place, 1))
    focusSoon(Math.max(0, place - 1))
  }
  const onKey = (place: number) => (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isBlank = !isFilled(values[place]!)
    if (event.key === 'Enter') {
      event.preventDefault()
      if (values[place + 1] && !isFilled(values[place + 1]!)) focusSoon(place + 1)
      else if (!isBlank) addAfter(place)
    }
    if (event.key === 'Backspace' && values[place]!.text === '' && values.length > 1) {
      event.preventDefault()
      remove(place)
    }
  }
  const onPaste = (place: number) => (event: ClipboardEvent) => {
    const texts = linesOf(event.clipboardData.getData('text'))
    if (texts.length < 2) return
    event.preventDefault()
    const { match } = values[place]!
    const rows = texts.map((text) => ({ text, match }))
    const kept = isFilled(values[place]!) ? 1 : 0
    onChange(values.toSpliced(place + kept, 1 - kept, ...rows).slice(0, mostRows))
    focusSoon(Math.min(place + kept + rows.length, mostRows) - 1)
  }

  return (
    <Stack gap={6} component="section" aria-labelledby={path}>
      <Input.Label id={path} component="div" labelElement="div">
        {title}
      </Input.Label>
      <Stack gap="xs" ref={list}>
        {values.map((phrase, place) => {
          const sent = values.slice(0, place).filter(isFilled).length
          const wrong = isFilled(phrase) && errors[`${path}.${sent}.text`]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs are controlled
            <div key={place} className={classes.row} data-phrase>
              <TextInput
                aria-label={`${label} ${place + 1}`}
                dir="auto"
                autoComplete="off"
                value={phrase.text}
                onChange={(event) => change(place, { text: event.currentTarget.value })}
                onKeyDown={onKey(place)}
                onPaste={onPaste(place)}
                error={wrong ? String(wrong) : undefined}
              />
              <NativeSelect
                aria-label={`Match of ${label.toLowerCase()} ${place + 1}`}
                data={matches}
                value={phrase.match}
                onChange={(event) => change(place, { match: event.currentTarget.value as Phrase['match'] })}
              />
              <RemoveRow
                mt={0}
                label={`Remove ${label.toLowerCase()} ${place + 1}`}
                onClick={() => remove(place)}
              />
            </div>
          )
        })}
        {values.length < mostRows && (
          <AddRow onClick={() => addAfter(values.length - 1)}>{`Add ${label.toLowerCase()}`}</AddRow>
        )}
      </Stack>
      {description && <Input.Description>{description}</Input.Description>}
    </Stack>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
