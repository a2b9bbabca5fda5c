import { Big } from 'big.js'
import type { Terms } from '../terms.ts'

/** A published rule over business terms: its numbers, whether a document keeps it, and changes to one that keeps it which break it. */
export type Rule = readonly [ids: string, isKept: (terms: Terms) => boolean, breaks: Change]
export type Change = Terms | ((terms: Terms) => Terms)
type Term = `BT-${string}`
type Group = `BG-${string}`

export const changed = (terms: Terms, change: Change): Terms => ({
  ...terms,
  ...(typeof change === 'function' ? change(terms) : change),
})

export const has = (terms: Terms | undefined, ...names: Term[]): boolean =>
  names.every((name) => Boolean(terms?.[name]?.trim()))

export const number = (text: string | null | undefined): Big => new Big(text || 0)

export const sum = (parts: Terms[], name: Term): Big =>
  parts.reduce((total, part) => total.plus(number(part[name])), new Big(0))

export const seller = (terms: Terms): Terms => terms['BG-4']![0]!
export const buyer = (terms: Terms): Terms => terms['BG-7']![0]!
export const delivery = (terms: Terms): Terms => terms['BG-13']![0]!
export const isCreditNote = (terms: Terms): boolean => terms['BT-3'] === '381'

const only = (name: Term | Group, value: null | Terms[]) => ({ [name]: value }) as Terms

/** Changes every part of a group. */
export const inEach =
  (group: Group, change: Change): Change =>
  (terms) =>
    only(
      group,
      terms[group]!.map((part) => changed(part, change)),
    )

/** Whether every part of a group keeps something. */
export const every =
  (group: Group, isKept: (part: Terms, terms: Terms) => boolean) =>
  (terms: Terms): boolean =>
    terms[group]!.every((part) => isKept(part, terms))

/** Rules that require one term, as `BR-01 BT-24, BR-02 BT-1`, in every part of a group if there is one. */
export const required = (list: string, group?: Group): Rule[] =>
  list.split(', ').map((entry) => {
    const [id, term] = entry.split(' ') as [string, Term]
    const breaks = only(term, null)
    const isKept = (part: Terms) => has(part, term)
    return group ? [id, every(group, isKept), inEach(group, breaks)] : [id, isKept, breaks]
  })
