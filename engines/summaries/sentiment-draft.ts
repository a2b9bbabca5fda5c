import type { SkillInput } from '#rules/run'
import type { Block, Coverage, Draft, Statement } from './draft.ts'
import { extremes, type Judged, judgedIn, scoreOf, sentencesIn, type Tally, toneOf } from './tally.ts'
import { formatCount, plural, sourceCount } from './wording.ts'

export interface Findings {
  coverage: Coverage
  overall: Tally
  /** In chronological order. */
  periods: { name: string; tally: Tally }[]
  sources: { id: string; title: string; tally: Tally }[]
  /** The number of sources in languages that are not judged. */
  notJudged: Map<string, number>
}

const shownUsually = 4
const shownSources = 20
const sourcesInData = 1000

export function writeSentiment(
  { question, sentences }: SkillInput,
  { coverage, overall, periods, sources, notJudged }: Findings,
): Draft {
  const strongest = sources.toSorted(
    (a, b) => clarityOf(b.tally) - clarityOf(a.tally) || (a.id < b.id ? -1 : 1),
  )
  const shown = sentences ? Math.ceil(sentences / 2) : shownUsually
  const bySource = strongest.slice(0, shownSources).map(({ title, tally }) => ({ name: title, tally }))
  const judged = sources.filter(({ tally }) => judgedIn(tally) > 0).length
  const title = `How ${sourceCount({ read: judged, total: coverage.total })} ${judged === 1 ? 'sounds' : 'sound'}`
  const others = describeNotJudged(notJudged, sources.length - judged)
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: question ? `${title}: “${question}”` : title },
    { kind: 'paragraph', statements: [{ text: sumUp(overall), quotes: extremes(overall) }] },
    ...quotations('Most positive', overall.best.slice(0, shown)),
    ...quotations('Most negative', overall.worst.slice(0, shown)),
    ...table('Over time', 'Period', periods),
    ...table(
      sources.length > shownSources ? 'Sources with the clearest tone' : 'By source',
      'Source',
      bySource,
    ),
  ]
  return {
    coverage,
    blocks: others ? withNote(blocks, others) : blocks,
    data: {
      overall: inData(overall),
      periods: periods.map(({ name, tally }) => ({ period: name, ...inData(tally) })),
      sources: strongest
        .slice(0, sourcesInData)
        .map(({ id, title, tally }) => ({ sourceId: id, title, ...inData(tally) })),
      sourcesNotJudged: Object.fromEntries(notJudged),
    },
  }
}

/** How far the score is from 0. Sources without a score come last. */
function clarityOf(tally: Tally): number {
  const score = scoreOf(tally)
  return score === null ? -1 : Math.abs(score)
}

function sumUp(tally: Tally): string {
  const judged = judgedIn(tally)
  const percent = (part: number) => `${Math.round((100 * part) / judged)}%`
  const { positive, neutral, negative, notJudged } = tally
  const tones = `${percent(positive)} are positive, ${percent(neutral)} neutral and ${percent(negative)} negative`
  const verdict = `${toneOf(tally)}, ${signed(scoreOf(tally))} on a scale from −1 to +1`
  const all = plural(sentencesIn(tally), 'sentence')
  if (notJudged === 0) return `Of ${all}, ${tones}: ${verdict}.`
  const which =
    notJudged === 1
      ? '1 is not judged, because nothing in it'
      : `${formatCount(notJudged)} are not judged, because nothing in them`
  return `Of ${all}, ${which} indicates either side. Of the rest, ${tones}: ${verdict}.`
}

function signed(score: number | null): string {
  if (score === null) return 'Not judged'
  const digits = Math.abs(score).toFixed(2)
  if (digits === '0.00') return digits
  return score > 0 ? `+${digits}` : `−${digits}`
}

function quotations(heading: string, judged: Judged[]): Block[] {
  const statements = judged.map(({ quote, by }): Statement => ({ text: null, by, quotes: [quote] }))
  return statements.length === 0
    ? []
    : [
        { kind: 'heading', level: 3, text: heading },
        { kind: 'list', statements },
      ]
}

/** Omits a table of one row, which would repeat the overall result. */
function table(heading: string, first: string, rows: { name: string; tally: Tally }[]): Block[] {
  if (rows.length < 2) return []
  const statements = rows.map(({ name, tally }) => {
    const { positive, neutral, negative, notJudged } = tally
    const counts = [positive, neutral, negative, notJudged].map(formatCount)
    return { text: [name, signed(scoreOf(tally)), ...counts], quotes: extremes(tally) }
  })
  const head = [first, 'Score', 'Positive', 'Neutral', 'Negative', 'Not judged']
  return [
    { kind: 'heading', level: 3, text: heading },
    { kind: 'table', head, statements },
  ]
}

function inData(tally: Tally) {
  const { positive, neutral, negative, notJudged } = tally
  const score = scoreOf(tally)
  return {
    score: score === null ? null : Number(score.toFixed(4)),
    sentences: sentencesIn(tally),
    positive,
    neutral,
    negative,
    notJudged,
    quotes: extremes(tally),
  }
}

/** Adds a note to the heading, because a sentence would need a citation. */
const withNote = ([title, ...rest]: Block[], note: string): Block[] =>
  title?.kind === 'heading' ? [{ ...title, text: `${title.text} (${note})` }, ...rest] : []

/** Returns how many sources are not judged, by language, and because nothing in them indicates a tone. Null if all are. */
export function describeNotJudged(notJudged: Map<string, number>, withoutTone = 0): string | null {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const parts = [...notJudged]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([language, count]) => {
      const name = language === 'unknown' ? 'a language that was not recognized' : names.of(language)
      return `${formatCount(count)} in ${name}`
    })
  if (withoutTone > 0) parts.push(`${formatCount(withoutTone)} without a tone`)
  return parts.length > 0 ? `not judged: ${parts.join(', ')}` : null
}
