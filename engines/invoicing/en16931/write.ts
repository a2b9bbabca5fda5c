import type { UblProfile } from '#rules/e-invoices'
import type { Seller } from '#rules/letterhead'
import { setOwn } from '#rules/own'
import { contextOf } from './context.ts'
import type { BillingDocument } from './document.ts'
import { refuseIncomplete } from './refuse-incomplete.ts'
import { cii, type Syntax, ubl } from './syntax.ts'
import { type Terms, termsOf } from './terms.ts'
import { type Node, toXml } from './xml.ts'

/**
 * Writes an issued invoice or a credit note as UBL 2.1 according to EN 16931-1, or to one of its national or network
 * profiles.
 * @throws InvoicingError as `refuseIncomplete` does
 */
export const toUbl = (document: BillingDocument, from: Seller, profile: UblProfile): string =>
  write(document, from, profile, ubl)

/**
 * Writes an issued invoice or a credit note as UN/CEFACT Cross Industry Invoice (D16B) according to EN 16931-1, as
 * ZUGFeRD and Factur-X embed it in their profile EN 16931.
 * @throws InvoicingError as `refuseIncomplete` does
 */
export const toCii = (document: BillingDocument, from: Seller): string =>
  write(document, from, 'en16931', cii)

function write(document: BillingDocument, from: Seller, profile: UblProfile, syntax: Syntax): string {
  const context = contextOf(document, from, profile)
  refuseIncomplete(context)
  const terms = termsOf(context)
  const root: Node = { ...syntax.rootOf(terms), children: [], text: '' }
  fill(root, '-', terms)
  return toXml(root)

  /** Adds the terms of a group to its element. */
  function fill(element: Node, group: string, part: Terms): void {
    for (const { term, path, attribute, constant } of syntax.places.get(group)!) {
      const value = part[term]
      const way = (of: string | Terms) => path.map((names) => syntax.choose(names, of, terms['BT-3']!)!)
      if (Array.isArray(value)) for (const each of value) fill(descend(element, way(each), true), term, each)
      else if (value && attribute)
        setOwn(descend(element, way(value)).attributes, attribute, constant ?? value)
      else if (value) {
        const leaf = descend(element, way(value), true)
        const [text, attributes] = syntax.contentOf(leaf.name, constant ?? value, terms['BT-5']!)
        Object.assign(leaf, { text, attributes })
      }
    }
  }
}

/** Returns the element at a path: within the last element where that has the name, else within a new one. */
function descend(from: Node, path: string[], isNew = false): Node {
  return path.reduce((element, name, at) => {
    const last = element.children.at(-1)
    if (last?.name === name && !(isNew && at === path.length - 1)) return last
    const added: Node = { name, attributes: {}, children: [], text: '' }
    element.children.push(added)
    return added
  }, from)
}
