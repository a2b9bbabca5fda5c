import type { Pseudonyms } from './pseudonyms.ts'

/** A word of a query, as `engines/matching/query.ts` divides it, or a quotation. */
const operand = /(["“”„‟«»＂])[^"“”„‟«»＂]*["“”„‟«»＂]|[^\s()"“”„‟«»＂]+/gu

/** Replaces names in the query of a tracker, so that it stays valid: outside quotations, a pseudonym becomes one. */
export function replaceInQuery(query: string, names: Pseudonyms): string {
  let result = ''
  let last = 0
  for (const quotation of query.matchAll(operand)) {
    if (quotation[1] === undefined) continue
    result += bare(query.slice(last, quotation.index)) + names.replaceIn(quotation[0])
    last = quotation.index + quotation[0].length
  }
  return result + bare(query.slice(last))

  function bare(text: string): string {
    let result = ''
    let last = 0
    for (const { start, end, pseudonym } of names.find(text)) {
      // Whole operands: `Vera*` and `Vera-Stein` are one each.
      const from = start - /[^\s()]*$/u.exec(text.slice(last, start))![0].length
      const to = end + /^[^\s()]*/u.exec(text.slice(end))![0].length
      result += `${text.slice(last, Math.max(from, last))}"${pseudonym}"`
      last = to
    }
    return result + text.slice(last)
  }
}
