import type { Tracker } from '#contract'

type Definition = Pick<Tracker, 'phrases' | 'query' | 'exclude'>

/** What a tracker looks for, on a line: `price, costs (any form); also pric* NEAR/5 high; not “price tag”`. */
export function definitionText({ phrases, query, exclude }: Definition): string {
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
