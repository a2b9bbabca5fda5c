import type { Input, Language, previewTracker, Tracker } from '#contract'

type Phrase = Tracker['phrases'][number]

/** The values of the form: rows may be blank, and no language is ''. */
export interface TrackerValues extends Record<string, unknown> {
  name: string
  phrases: Phrase[]
  query: string
  exclude: Phrase[]
  language: Language | ''
  scope: ScopeValues
}

/** The limits of a tracker; empty ones are none. */
type Scope = Tracker['scope']
export type ScopeValues = { [Limit in keyof Scope]-?: NonNullable<Scope[Limit]> }

export const blankPhrase: Phrase = { text: '', match: 'stem' }

const noLimits: ScopeValues = { speakers: [], kinds: [], tags: [], authors: [], from: '', to: '' }

export const newTracker: TrackerValues = {
  name: '',
  phrases: [blankPhrase],
  query: '',
  exclude: [],
  language: '',
  scope: noLimits,
}

export const valuesOf = ({ name, phrases, query, exclude, language, scope }: Tracker): TrackerValues => ({
  name,
  phrases: phrases.length > 0 ? phrases : [blankPhrase],
  query: query ?? '',
  exclude,
  language: language ?? '',
  scope: { ...noLimits, ...scope } as ScopeValues,
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
    scope: Object.fromEntries(Object.entries(values.scope).filter(([, limit]) => limit.length > 0)),
    ...(query.trim() !== '' && { query }),
    ...(language && { language }),
  }
}

/** Describes a definition in one line: `price, costs (any form); also pric* NEAR/5 high; not “price tag”`. */
export function definitionText({ phrases, query, exclude, scope }: Tracker): string {
  return [
    phrases.map(phraseText).join(', '),
    query && (phrases.length > 0 ? `also ${query}` : query),
    exclude.length > 0 && `not ${exclude.map(phraseText).join(', ')}`,
    Object.keys(scope).length > 0 && `only ${scopeText(scope)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

const phraseText = ({ text, match }: Tracker['phrases'][number]): string =>
  match === 'stem' ? `${text} (any form)` : `“${text}”`

/** Describes limits: `Ada, Grace; tags beta; since 2026-03-01`. */
function scopeText({ speakers, kinds, tags, authors, from, to }: Tracker['scope']): string {
  return [
    speakers && `said by ${speakers.join(' or ')}`,
    kinds && `in ${kinds.join(' or ')} sources`,
    tags && `tagged ${tags.join(' or ')}`,
    authors && `written by ${authors.join(' or ')}`,
    from && `since ${from}`,
    to && `until ${to}`,
  ]
    .filter(Boolean)
    .join(', ')
}
