import type { Timed } from './linearize.ts'
import type { Final } from './observed.ts'

/** A request that numbers a document, which a text tells from all others. `number` is null if the response is unknown. */
export interface Numbered extends Timed {
  mark: string
  number: string | null
}

/** Checks that numbers have no gaps, are in the order of requests that did not overlap, and that each request took one. */
export function checkNumbers(requests: Numbered[], { numbers }: Pick<Final, 'numbers'>): string[] {
  const listed = Map.groupBy(numbers, ({ number }) => seriesOf(number))
  const returned = requests.flatMap(({ number, ...request }) =>
    number === null ? [] : [{ ...request, number }],
  )
  const requested = Map.groupBy(returned, ({ number }) => seriesOf(number))
  return [
    ...[...listed].flatMap(([series, own]) => gaps(series, own.map(ordinalOf))),
    ...onceEach(requests, numbers),
    ...[...requested.values()].flatMap(disorder),
  ]
}

const seriesOf = (number: string): string => number.replace(/\d+$/, '')
/** The digits of a number, which follow the prefix of its series. */
const ordinalOf = ({ number }: { number: string }): number => Number(/\d+$/.exec(number)?.[0])

function gaps(series: string, given: number[]): string[] {
  const ordinals = given.toSorted((a, b) => a - b)
  return ordinals.flatMap((ordinal, at) => {
    const expected = (ordinals[at - 1] ?? 0) + 1
    if (ordinal < expected) return [`number ${series}${ordinal} was assigned twice`]
    return ordinal > expected ? [`number ${series}${expected} is missing before ${ordinal}`] : []
  })
}

function onceEach(requests: Numbered[], numbers: Final['numbers']): string[] {
  const wrong: string[] = []
  const listedByMark = Map.groupBy(numbers, ({ mark }) => mark)
  const requested = new Set(requests.map(({ mark }) => mark))
  for (const { mark, number } of numbers)
    if (!requested.has(mark)) wrong.push(`number ${number} was never requested`)
  for (const mark of requested) {
    const own = (listedByMark.get(mark) ?? []).map(({ number }) => number)
    if (own.length > 1) wrong.push(`one request has the numbers ${own.join(' and ')}`)
  }
  for (const { mark, number } of requests)
    if (number !== null && !listedByMark.get(mark)?.some((listed) => listed.number === number))
      wrong.push(`number ${number} was returned and is lost`)
  return wrong
}

function disorder(requests: (Timed & { number: string })[]): string[] {
  const wrong: string[] = []
  const byReturn = requests.toSorted((a, b) => a.returned - b.returned)
  // The largest number of all requests that had returned when the next was sent.
  let before = 0
  let returned = 0
  for (const request of requests.toSorted((a, b) => a.invoked - b.invoked)) {
    for (; returned < byReturn.length && byReturn[returned]!.returned < request.invoked; returned++)
      before = Math.max(before, ordinalOf(byReturn[returned]!))
    if (ordinalOf(request) < before)
      wrong.push(`number ${request.number} was requested after ${before} was returned`)
  }
  return wrong
}
