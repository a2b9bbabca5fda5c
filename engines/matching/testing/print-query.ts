import type { Query, Term } from '../query.ts'

/** A query as people write it, with a bracket more than needed here and there. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case 'term':
      return printTerm(query)
    case 'near':
      return `${printTerms(query.left)} NEAR/${query.within} ${printTerms(query.right)}`
    case 'not':
      return `NOT ${printPart(query.part)}`
    default:
      return query.parts.map(printPart).join(query.kind === 'and' ? ' AND ' : ' OR ')
  }
}

function printPart(query: Query): string {
  return query.kind === 'and' || query.kind === 'or' ? `(${printQuery(query)})` : printQuery(query)
}

function printTerm({ words, match }: Term): string {
  const written = words.map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text))
  return match === 'exact' ? `"${written.join(' ')}"` : written.join('-')
}

function printTerms(terms: Term[]): string {
  return terms.length === 1 ? printTerm(terms[0]!) : `(${terms.map(printTerm).join(' OR ')})`
}
