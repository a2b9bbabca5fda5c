import type { Input, Language, previewTracker, Tracker } from '#contract'

type Phrase = Tracker['phrases'][number]

/** A tracker as its form holds it: rows may be blank, and no language is an empty one. */
export interface TrackerValues extends Record<string, unknown> {
  name: string
  phrases: Phrase[]
  query: string
  exclude: Phrase[]
  language: Language | ''
}

export const blankPhrase: Phrase = { text: '', match: 'stem' }

export const newTracker: TrackerValues = {
  name: '',
  phrases: [blankPhrase],
  query: '',
  exclude: [],
  language: '',
}

export const valuesOf = ({ name, phrases, query, exclude, language }: Tracker): TrackerValues => ({
  name,
  phrases: phrases.length > 0 ? phrases : [blankPhrase],
  query: query ?? '',
  exclude,
  language: language ?? '',
})

export const isWritten = ({ text }: Phrase): boolean => text.trim() !== ''

/** What is looked for, without blank rows; undefined while nothing is. */
export function definitionOf(
  values: TrackerValues,
): Omit<Input<typeof previewTracker>, 'projectId'> | undefined {
  const { query, language } = values
  const [phrases, exclude] = [values.phrases.filter(isWritten), values.exclude.filter(isWritten)]
  if (phrases.length === 0 && query.trim() === '') return undefined
  return {
    phrases,
    exclude,
    ...(query.trim() !== '' && { query }),
    ...(language && { language }),
  }
}
