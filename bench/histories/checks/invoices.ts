import type { Timed } from './linearize.ts'

/** A request to issue an invoice under a note that no other has. `ordinal` is null if the response is unknown. */
export interface Issue extends Timed {
  note: string
  ordinal: number | null
}

export interface InvoiceHistory {
  issues: Issue[]
  /** All issued invoices, as listed in the end. */
  listed: { note: string; ordinal: number }[]
}

/** Checks that numbers have no gaps, are in the order of requests that did not overlap, and that each request issued once. */
export function checkInvoices({ issues, listed }: InvoiceHistory): string[] {
  const wrong: string[] = []
  const ordinals = listed.map(({ ordinal }) => ordinal).sort((a, b) => a - b)
  ordinals.forEach((ordinal, at) => {
    const expected = (ordinals[at - 1] ?? 0) + 1
    if (ordinal < expected) wrong.push(`number ${ordinal} was assigned twice`)
    if (ordinal > expected) wrong.push(`number ${expected} is missing before ${ordinal}`)
  })

  const listedByNote = Map.groupBy(listed, ({ note }) => note)
  const requested = new Set(issues.map(({ note }) => note))
  for (const { note, ordinal } of listed)
    if (!requested.has(note)) wrong.push(`number ${ordinal} was never requested`)
  for (const { note, ordinal } of issues) {
    const own = (listedByNote.get(note) ?? []).map((invoice) => invoice.ordinal)
    if (own.length > 1) wrong.push(`one request has the numbers ${own.join(' and ')}`)
    if (ordinal !== null && !own.includes(ordinal)) wrong.push(`number ${ordinal} was returned and is lost`)
  }

  // The largest number of all requests that had returned when the next was sent.
  const known = issues.filter(({ ordinal }) => ordinal !== null)
  const byReturn = known.toSorted((a, b) => a.returned - b.returned)
  let before = 0
  let returned = 0
  for (const issue of known.toSorted((a, b) => a.invoked - b.invoked)) {
    for (; returned < byReturn.length && byReturn[returned]!.returned < issue.invoked; returned++)
      before = Math.max(before, byReturn[returned]!.ordinal!)
    if (issue.ordinal! < before)
      wrong.push(`number ${issue.ordinal} was requested after ${before} was returned`)
  }
  return wrong
}
