/** A simple model of stock with whole quantities. A document is applied completely or not at all. */
export interface ModelLine {
  item: ModelItem
  lot: string | null
  location: number
  quantity: number
}
export type ModelItem = 'plain' | 'lots' | 'expiring'
export type ModelDocument =
  | { kind: 'receive' | 'delta' | 'count'; lines: ModelLine[] }
  /** Reverses the document that was applied at this position. */
  | { kind: 'reverse'; of: number }

/** The expiry of each lot of the expiring item, in order. The first has expired. */
export const expiries: Record<string, string> = { A: '2020-01-31', B: '2999-01-31', C: '2999-02-28' }

type Slots = Map<string, number>
const slotOf = ({ item, lot, location }: Omit<ModelLine, 'quantity'>) => `${item} ${lot ?? ''} ${location}`

export function createModel() {
  let onHand: Slots = new Map()
  const lots = new Set<string>()
  const happened: { changes: Slots; reversible: boolean }[] = []
  const there = (slot: string, slots = onHand) => slots.get(slot) ?? 0

  return {
    onHand: () => new Map([...onHand].filter(([, quantity]) => quantity > 0)),
    happened: () => happened.length,

    /** Applies a document if the stock allows it. Returns whether it did. */
    apply(document: ModelDocument): boolean {
      const changes = changesOf(document)
      if (!changes) return false
      const after = new Map(onHand)
      for (const [slot, change] of changes) after.set(slot, there(slot) + change)
      if ([...after.values()].some((quantity) => quantity < 0)) return false
      onHand = after
      if (document.kind === 'reverse') happened[document.of]!.reversible = false
      else for (const { item, lot } of document.lines) if (lot) lots.add(`${item} ${lot}`)
      happened.push({ changes, reversible: document.kind !== 'reverse' })
      return true
    },
  }

  function changesOf(document: ModelDocument): Slots | null {
    if (document.kind === 'reverse') {
      const first = happened[document.of]
      if (!first?.reversible) return null
      return new Map([...first.changes].map(([slot, change]) => [slot, -change]))
    }
    const changes: Slots = new Map()
    const named = document.lines.filter(({ item, lot }) => item === 'plain' || lot)
    for (const line of named) {
      const slot = slotOf(line)
      changes.set(slot, there(slot, changes) + line.quantity)
    }
    if (document.kind === 'count')
      for (const [slot, counted] of changes) changes.set(slot, counted - there(slot))
    const isWrong = document.lines.some((line) => isWrongLine(document.kind, line, changes))
    if (isWrong) return null

    for (const line of document.lines.filter((line) => !named.includes(line))) {
      let wanted = -line.quantity
      for (const lot of ['B', 'C']) {
        const slot = slotOf({ ...line, lot })
        const taken = Math.min(wanted, Math.max(0, there(slot) + there(slot, changes)))
        changes.set(slot, there(slot, changes) - taken)
        wanted -= taken
      }
      if (wanted > 0) return null
    }
    return changes
  }

  function isWrongLine(kind: string, line: ModelLine, changes: Slots): boolean {
    const { item, lot, quantity } = line
    if (item === 'plain' ? lot !== null : lot === null && (kind !== 'delta' || quantity >= 0)) return true
    if (kind === 'delta' ? quantity === 0 : quantity < 0) return true
    if (kind === 'receive') return quantity === 0
    if (!lot || lots.has(`${item} ${lot}`)) return false
    const change = kind === 'delta' ? quantity : there(slotOf(line), changes)
    return item === 'expiring' || change <= 0
  }
}
