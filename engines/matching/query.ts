// The query language:
//
//   or      = and { "OR" and }
//   and     = not { [ "AND" ] not }
//   not     = "NOT" not | near
//   near    = operand [ "NEAR/n" operand ]
//   operand = words | '"' words '"' | "(" or ")"

import { Words } from '#engines/language'

export type Query =
  | Term
  | { kind: 'and'; parts: Query[] }
  | { kind: 'or'; parts: Query[] }
  | { kind: 'not'; part: Query }
  /** One of each side, at most `within` words apart: 1 is adjacent. */
  | { kind: 'near'; left: Term[]; right: Term[]; within: number }

/** Adjacent words, as written. */
export interface Term {
  kind: 'term'
  words: { text: string; isPrefix: boolean }[]
  match: 'exact' | 'stem'
}

/** A query is invalid. */
export class QueryError extends Error {
  override name = 'QueryError'
  /** UTF-16 offset into the query, from 0. */
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

const longest = 2000
const deepest = 30
const mostTerms = 200
const farthest = 100

type Operator = 'AND' | 'OR' | 'NOT'
type Token =
  | { kind: Operator | '(' | ')' | 'end'; at: number }
  | { kind: 'NEAR'; at: number; within: number }
  | { kind: 'term'; at: number; term: Term }

const quotes = '"“”„‟«»＂'
const tokenPattern = new RegExp(`\\s+|[()${quotes}]|[^\\s()${quotes}]+`, 'gu')

/**
 * Parses a query: words, "exact words", begin*, AND (also implied between adjacent parts), OR, NOT, brackets and NEAR/n.
 * The operators by precedence: NEAR, NOT, AND, OR.
 * @throws QueryError if it is invalid, or holds where none of its words occurs
 */
export function parseQuery(query: string): Query {
  if (query.length > longest) throw new QueryError(`A query has at most ${longest} characters.`, longest)
  const tokens = tokensOf(query)
  const parsed = new Parser(tokens).parse()
  if (holdsOnNothing(parsed)) {
    const not = tokens.find(({ kind }) => kind === 'NOT')
    throw new QueryError(
      'This query would match almost everywhere. Combine NOT with something to find, using AND.',
      not?.at ?? 0,
    )
  }
  return parsed
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  for (let match = tokenPattern.exec(query); match; match = tokenPattern.exec(query)) {
    const [written] = match
    const at = match.index
    if (/\s/u.test(written)) continue
    if (written === '(' || written === ')') tokens.push({ kind: written, at })
    else if (quotes.includes(written)) {
      const close = query.slice(at + 1).search(new RegExp(`[${quotes}]`, 'u'))
      if (close === -1) throw new QueryError('This quotation mark is not closed.', at)
      const inside = query.slice(at + 1, at + 1 + close)
      tokens.push({ kind: 'term', at, term: termOf(inside, at + 1, 'exact') })
      tokenPattern.lastIndex = at + close + 2
    } else if (written === 'AND' || written === 'OR' || written === 'NOT') tokens.push({ kind: written, at })
    else if (/^NEAR(\/|$)/u.test(written)) tokens.push({ kind: 'NEAR', at, within: distanceOf(written, at) })
    else tokens.push({ kind: 'term', at, term: termOf(written, at, 'stem') })
  }
  const terms = tokens.filter(({ kind }) => kind === 'term')
  if (terms.length > mostTerms)
    throw new QueryError(`A query has at most ${mostTerms} words or quotations.`, terms[mostTerms]!.at)
  return [...tokens, { kind: 'end', at: query.length }]
}

function distanceOf(written: string, at: number): number {
  const within = Number(/^NEAR\/(\d{1,4})$/u.exec(written)?.[1])
  if (!(within >= 1 && within <= farthest)) {
    throw new QueryError(`Write NEAR with a number of words from 1 to ${farthest}, such as NEAR/5.`, at)
  }
  return within
}

function termOf(written: string, at: number, match: Term['match']): Term {
  const words: Term['words'] = []
  const ends = new Set<number>()
  for (const word = new Words(written); word.next(); ) {
    ends.add(word.end)
    words.push({ text: written.slice(word.start, word.end), isPrefix: written[word.end] === '*' })
  }
  for (const { index } of written.matchAll(/\*/gu)) {
    if (!ends.has(index)) throw new QueryError('Put * directly after the beginning of a word.', at + index)
    const before = /\S*$/u.exec(written.slice(0, index))![0]
    if ((before.match(/[\p{L}\p{N}]/gu) ?? []).length < 2)
      throw new QueryError('Enter at least two letters before *.', at + index)
    if (match === 'stem' && index + 1 < written.length)
      throw new QueryError('Put * only at the end of a word.', at + index)
  }
  if (words.length === 0) {
    throw match === 'exact'
      ? new QueryError('There is no word between these quotation marks.', at - 1)
      : new QueryError('There is no word here.', at)
  }
  return { kind: 'term', words, match }
}

class Parser {
  private readonly tokens: Token[]
  private next = 0
  private depth = 0

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  parse(): Query {
    if (this.token.kind === 'end') throw new QueryError('There is no word in the query.', 0)
    const query = this.or(null)
    if (this.token.kind === ')') throw new QueryError('This bracket has no opening bracket.', this.token.at)
    return query
  }

  private get token(): Token {
    return this.tokens[this.next]!
  }

  private take(): Token {
    return this.tokens[this.next++]!
  }

  /** @param after the token that requires an operand, for error messages; null at the beginning */
  private or(after: Token | null): Query {
    const parts = [this.and(after)]
    while (this.token.kind === 'OR') parts.push(this.and(this.take()))
    return joined('or', parts)
  }

  private and(after: Token | null): Query {
    const parts = [this.not(after)]
    for (;;) {
      const { kind } = this.token
      if (kind === 'AND') parts.push(this.not(this.take()))
      else if (kind === 'term' || kind === '(' || kind === 'NOT') parts.push(this.not(null))
      else return joined('and', parts)
    }
  }

  private not(after: Token | null): Query {
    if (this.token.kind !== 'NOT') return this.near(after)
    const not = this.take()
    this.enter(not)
    const part = this.not(not)
    this.depth--
    return { kind: 'not', part }
  }

  private near(after: Token | null): Query {
    const leftAt = this.token.at
    const left = this.operand(after)
    if (this.token.kind !== 'NEAR') return left
    const near = this.token
    this.take()
    const rightAt = this.token.at
    const right = this.operand(near)
    if (this.token.kind === 'NEAR')
      throw new QueryError(
        'NEAR combines two parts. For three, write a NEAR/5 b AND b NEAR/5 c.',
        this.token.at,
      )
    return { kind: 'near', left: termsOf(left, leftAt), right: termsOf(right, rightAt), within: near.within }
  }

  private operand(after: Token | null): Query {
    const token = this.token
    if (token.kind === 'term') {
      this.take()
      return token.term
    }
    if (token.kind !== '(') throw missing(after, token)
    this.take()
    if (this.token.kind === ')') throw new QueryError('There is nothing between these brackets.', token.at)
    this.enter(token)
    const inside = this.or(token)
    this.depth--
    if (this.take().kind !== ')') throw new QueryError('This bracket is not closed.', token.at)
    return inside
  }

  private enter(token: Token): void {
    if (++this.depth > deepest)
      throw new QueryError(`Brackets and NOT can be nested at most ${deepest} deep.`, token.at)
  }
}

function joined(kind: 'and' | 'or', parts: Query[]): Query {
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

/** Blames an operator without operand; never a bracket or the beginning. */
function missing(after: Token | null, found: Token): QueryError {
  if (after && after.kind !== '(') return new QueryError(`A word is missing after ${after.kind}.`, after.at)
  if (found.kind === ')') return new QueryError('This bracket has no opening bracket.', found.at)
  if (found.kind === 'end') return new QueryError('This bracket is not closed.', after?.at ?? 0)
  return new QueryError(`A word is missing before ${found.kind}.`, found.at)
}

/** Returns the alternatives on one side of NEAR. */
function termsOf(query: Query, at: number): Term[] {
  if (query.kind === 'term') return [query]
  if (query.kind === 'or') return query.parts.flatMap((part) => termsOf(part, at))
  throw new QueryError(
    'Each side of NEAR must be words, "exact words", or a bracket of these joined by OR.',
    at,
  )
}

/** Returns whether a query holds where none of its words occurs. */
function holdsOnNothing(query: Query): boolean {
  if (query.kind === 'not') return !holdsOnNothing(query.part)
  if (query.kind === 'and') return query.parts.every(holdsOnNothing)
  if (query.kind === 'or') return query.parts.some(holdsOnNothing)
  return false
}
