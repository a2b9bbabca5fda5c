import type { SkillInput } from '#rules/run'
import type { Place, Theme } from './choose-themes.ts'
import type { Block, Coverage, Draft, Statement } from './draft.ts'
import { mostFrequent, plural, sourceCount } from './wording.ts'

const quotationsOfEach = 3

/** @param isExact false if rare phrases were dropped, so that there may be more mentions */
export function writeThemes(
  { question }: SkillInput,
  themes: Theme[],
  { isExact, ...coverage }: Coverage & { isExact: boolean },
): Draft {
  const used = new Set<Place>()
  const written = themes.map((theme) => ({
    theme,
    phrase: mostFrequent(theme.forms).replace(/\s+/g, ' '),
    places: bestPlaces(theme, used),
  }))
  const title = `What recurs in ${sourceCount(coverage)}`
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: question ? `${title}: “${question}”` : title },
    ...written.flatMap(({ theme, phrase, places }): Block[] => [
      { kind: 'heading', level: 3, text: phrase },
      { kind: 'paragraph', statements: [counts(theme, places, isExact)] },
      { kind: 'list', statements: places.map(({ quote, by }) => ({ text: null, by, quotes: [quote] })) },
    ]),
  ]
  const data = {
    isExact,
    themes: written.map(({ theme: { mentions, sources }, phrase, places }) => ({
      phrase,
      mentions,
      sources,
      quotes: places.map(({ quote }) => quote),
    })),
  }
  return { coverage, blocks, data }
}

function counts({ mentions, sources }: Theme, places: Place[], isExact: boolean): Statement {
  const times = `${plural(mentions, 'mention')} in ${plural(sources, 'source')}`
  return {
    text: isExact ? `${times}.` : `At least ${times}.`,
    quotes: places.map(({ quote }) => quote),
  }
}

/** Prefers sentences that no other theme quotes, of different sources, and that read well. */
function bestPlaces({ places }: Theme, used: Set<Place>): Place[] {
  const left = [...places]
  const best: Place[] = []
  while (best.length < quotationsOfEach && left.length > 0) {
    const sources = new Set(best.map(({ quote }) => quote.sourceId))
    const texts = new Set(best.map(({ quote }) => quote.quote))
    const value = (place: Place) =>
      place.fitness *
      (used.has(place) ? 0.3 : 1) *
      (sources.has(place.quote.sourceId) ? 0.7 : 1) *
      (texts.has(place.quote.quote) ? 0.1 : 1)
    const next = left.reduce((a, b) => (value(b) > value(a) ? b : a))
    left.splice(left.indexOf(next), 1)
    if (best.length > 0 && value(next) < 0.2) break
    best.push(next)
  }
  for (const place of best) used.add(place)
  return best
}
