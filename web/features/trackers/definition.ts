import type { Input, Language, previewTracker, Tracker } from '#contract'

type Phrase = Tracker['phrases'][number]

/** The values of the form: rows may be blank, and no language is ''. */
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

export const isFilled = ({ text }: Phrase): boolean => text.trim() !== ''

/** Returns the definition without blank rows, or undefined if it is empty. */
export function definitionOf(
  values: TrackerValues,
): Omit<Input<typeof previewTracker>, 'projectId'> | undefined {
  const { query, language } = values
  const [phrases, exclude] = [values.phrases.filter(isFilled), values.exclude.filter(isFilled)]
  if (phrases.length === 0 && query.trim() === '') return undefined
  return {
    phrases,
    exclude,
    ...(query.trim() !== '' && { query }),
    ...(language && { language }),
  }
}

/** Describes a definition in one line: `price, costs (any form); also pric* NEAR/5 high; not “price tag”`. */
export function definitionText({ phrases, query, exclude }: Tracker): string {
  return [
    phrases.map(phraseText).join(', '),
    query && (phrases.length > 0 ? `also ${query}` : query),
    exclude.length > 0 && `not ${exclude.map(phraseText).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')
}

const phraseText = ({ text, match }: Tracker['phrases'][number]): string =>
  match === 'stem' ? `${text} (any form)` : `“${text}”`
