import assert from 'node:assert/strict'
import { rowsIn } from '#engines/language'
import { cii, type Place, ubl } from '../syntax.ts'
import type { Terms } from '../terms.ts'
import type { Node } from '../xml.ts'
import { everywhere, local, parseXml } from './parse-xml.ts'

const order = new Map(
  rowsIn(new URL('schema-order.txt', import.meta.url)).map(([name = '', ...children]) => [name, children]),
)

/**
 * Reads the business terms of an e-invoice, as the table of terms names their places.
 * @throws AssertionError if it is not in the order of its schema, or has an element that is unknown, repeated or empty
 */
export function readTerms(xml: string): Terms {
  const root = parseXml(xml)
  assertOrdered(root)
  const syntax = root.name === 'rsm:CrossIndustryInvoice' ? cii : ubl
  const terms = read(root, '-')
  assert.deepEqual(syntax.rootOf(terms), { name: root.name, attributes: root.attributes })
  for (const { name, attributes } of everywhere(root))
    if (syntax === ubl ? name.endsWith('Amount') : attributes.currencyID)
      assert.equal(attributes.currencyID, terms['BT-5'], `the currency of ${name}`)
  return terms

  function read(element: Node, group: string): Terms {
    const places = syntax.places.get(group)!
    const isStated = (term: string) =>
      places.every((place) => place.term !== term || !place.constant || textAt(place) === place.constant)
    return Object.fromEntries(
      places
        .filter(({ term, constant }) => !constant && isStated(term))
        .flatMap((place): [string, string | Terms[]][] => {
          const { term, path } = place
          if (syntax.places.has(term)) return [[term, nodesAt(path).map((node) => read(node, term))]]
          const text = textAt(place)
          return text === undefined ? [] : [[term, text]]
        }),
    ) as Terms

    function nodesAt(path: Place['path']): Node[] {
      return path.reduce(
        (nodes, names) =>
          nodes.flatMap(({ children }) => children.filter(({ name }) => names.includes(name))),
        [element],
      )
    }

    function textAt({ path, attribute }: Place): string | undefined {
      const [node, ...others] = nodesAt(path)
      assert.deepEqual(others, [], `${path.join('/')} is repeated`)
      if (!node || attribute) return node?.attributes[attribute!]
      if (!node.name.endsWith('DateTimeString')) return node.text
      assert.equal(node.attributes.format, '102')
      return node.text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    }
  }
}

/** Asserts that every element is in the order and namespace of the schema, and that none is empty. */
function assertOrdered(root: Node): void {
  for (const { name, children, text } of everywhere(root)) {
    if (root.name !== 'rsm:CrossIndustryInvoice')
      assert.match(name, children.length > 0 ? /^(cac:|Invoice$|CreditNote$)/ : /^cbc:/)
    // CII requires this one, even without a delivery.
    const mayBeEmpty = name === 'ram:ApplicableHeaderTradeDelivery'
    assert.ok(children.length > 0 || text.trim() !== '' || mayBeEmpty, `${name} is empty`)
    const allowed = order.get(local(name)) ?? []
    const places = children.map((child) => allowed.indexOf(local(child.name)))
    assert.ok(!places.includes(-1), `${children[places.indexOf(-1)]?.name} is unknown in ${name}`)
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      `the order in ${name}`,
    )
  }
}
