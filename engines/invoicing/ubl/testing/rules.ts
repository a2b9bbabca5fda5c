import assert from 'node:assert/strict'
import { Big } from 'big.js'
import { all, type Node, one } from './parse-xml.ts'

/** A published rule: its number, and whether a document keeps it. */
export type Rule = readonly [id: string, isKept: (root: Node) => boolean]

/** Returns the numbers of the rules that a document breaks. */
export const brokenRules = (rules: readonly Rule[], root: Node): string[] =>
  rules.filter(([, isKept]) => !isKept(root)).map(([id]) => id)

export const assertRules = (rules: readonly Rule[], root: Node): void =>
  assert.deepEqual(brokenRules(rules, root), [])

export const everywhere = (node: Node): Node[] => [node, ...node.children.flatMap(everywhere)]

/** Returns all elements with one of these names, at any depth. */
export const named = (root: Node, ...names: string[]): Node[] =>
  everywhere(root).filter(({ name }) => names.includes(name.replace(/^.*:/, '')))

/** Whether there is an element with text at a path. */
export const has = (node: Node, ...path: string[]): boolean =>
  all(node, ...path).some(({ text, children }) => children.length > 0 || text.trim() !== '')

export const seller = (root: Node): Node => all(root, 'AccountingSupplierParty', 'Party')[0]!
export const buyer = (root: Node): Node => all(root, 'AccountingCustomerParty', 'Party')[0]!
export const countryOf = (party: Node) => one(party, 'PostalAddress', 'Country', 'IdentificationCode')
export const linesOf = (root: Node): Node[] => all(root, `${root.name}Line`)

/** How much the net amount of a line differs from quantity x price - allowances, unrounded. */
export function differenceIn(root: Node, line: Node): Big {
  const quantity = one(line, root.name === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity')!
  const sum = (nodes: Node[]) => nodes.reduce((total, { text }) => total.plus(text), new Big(0))
  const allowances = sum(all(line, 'AllowanceCharge', 'Amount'))
  const computed = new Big(one(line, 'Price', 'PriceAmount')!).times(quantity).minus(allowances)
  return computed.minus(one(line, 'LineExtensionAmount')!).abs()
}
