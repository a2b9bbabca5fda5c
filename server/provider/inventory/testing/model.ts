/** Stock as a few lines of arithmetic, for comparison: quantities are whole numbers, a document happens or it does not. */
export interface ModelLine {
  item: ModelItem
  lot: string | null
  location: number
  quantity: number
}
export type ModelItem = 'plain' | 'lots' | 'expiring'
export type ModelDocument =
  | { kind: 'receive' | 'delta' | 'count'; lines: ModelLine[] }
  /** Takes back the document that happened at this place in their order. */
  | { kind: 'reverse'; of: number }

/** When the lots of the expiring item expire, first expired first; the first has expired already. */
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

    /** Whether the document happens; it has, where it does. */
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
