import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Language, languages } from '#contract'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** `German` */
export const languageName = (code: string): string => names.of(code) ?? code

const choices = Object.keys(languages)
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

interface LanguageSelectProps {
  label?: string
  /** What happens without a language. */
  none: string
  description?: ReactNode
  value?: Language | ''
  onChange?: (language: Language | '') => void
  error?: ReactNode
  name?: string
}

/** Chooses a language with word forms, or none: ''. */
export function LanguageSelect({ none, onChange, ...field }: LanguageSelectProps) {
  return (
    <NativeSelect
      label="Language"
      data={[{ value: '', label: none }, ...choices]}
      onChange={(event) => onChange?.(event.currentTarget.value as Language | '')}
      {...field}
    />
  )
}
