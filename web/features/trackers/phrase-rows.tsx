import { ActionIcon, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import type { Tracker } from '#contract'
import { AddRow } from '../../components/form-rows.tsx'
import { blankPhrase, isWritten } from './definition-values.ts'
import classes from './phrase-rows.module.css'

type Phrase = Tracker['phrases'][number]

interface PhraseRowsProps {
  /** Names a row: `Phrase`. */
  label: string
  /** Where its errors stand: `phrases.0.text`, counted without blank rows. */
  path: 'phrases' | 'exclude'
  values: Phrase[]
  errors: Record<string, unknown>
  onChange: (values: Phrase[]) => void
}

const mostRows = 200
const matches = [
  { value: 'stem', label: 'in any form' },
  { value: 'exact', label: 'exactly so' },
]

/** Phrases, a row each. Enter goes on to the next row, and lines that are pasted make rows. */
export function PhraseRows({ label, path, values, errors, onChange }: PhraseRowsProps) {
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
    const isBlank = !isWritten(values[place]!)
    if (event.key === 'Enter') {
      event.preventDefault()
      if (values[place + 1] && !isWritten(values[place + 1]!)) focusSoon(place + 1)
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
    const kept = isWritten(values[place]!) ? 1 : 0
    onChange(values.toSpliced(place + kept, 1 - kept, ...rows).slice(0, mostRows))
    focusSoon(Math.min(place + kept + rows.length, mostRows) - 1)
  }

  return (
    <Stack gap="xs" ref={list}>
      {values.map((phrase, place) => {
        const sent = values.slice(0, place).filter(isWritten).length
        const wrong = isWritten(phrase) && errors[`${path}.${sent}.text`]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own, and its input is controlled
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
              aria-label={`How ${label.toLowerCase()} ${place + 1} is found`}
              data={matches}
              value={phrase.match}
              onChange={(event) => change(place, { match: event.currentTarget.value as Phrase['match'] })}
            />
            <ActionIcon
              size={36}
              aria-label={`Remove ${label.toLowerCase()} ${place + 1}`}
              onClick={() => remove(place)}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
        )
      })}
      {values.length < mostRows && (
        <AddRow onClick={() => addAfter(values.length - 1)}>{`Add ${label.toLowerCase()}`}</AddRow>
      )}
    </Stack>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
