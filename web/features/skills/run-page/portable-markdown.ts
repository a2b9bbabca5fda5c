import { escapedMarkdown, type Run } from '#contract'
import { citation, citedIn } from './citations.ts'

/**
 * Returns a result for use outside Aerie. Its citations are numbered in its order, and listed with their quotations at its end.
 * @param titles of the sources by id; deleted ones have none
 */
export function portableMarkdown(
  { markdown, citations }: NonNullable<Run['output']>,
  titles: ReadonlyMap<string, string>,
): string {
  const cited = citedIn(markdown, citations)
  const numbers = new Map(cited.map(({ number }, at) => [number, at + 1]))
  const text = markdown.replaceAll(citation, (mark, number) => {
    const renumbered = numbers.get(Number(number))
    return renumbered ? `[${renumbered}]` : mark
  })
  const sources = cited.map(({ quote, sourceId, speaker, author }, at) => {
    const origin = [speaker ?? author, titles.get(sourceId)].filter((name) => name != null).join(', ')
    return `${at + 1}. “${escapedMarkdown(quote)}”${origin ? ` — ${escapedMarkdown(origin)}` : ''}`
  })
  return `${[text.trim(), '## Sources', sources.join('\n')].join('\n\n')}\n`
}
