import { isProper } from './label.ts'
import { isLeadIn } from './lead-ins.ts'
import type { Line } from './line.ts'
import { isGeneric } from './names.ts'

const logLevel = /^(?:info|warn(?:ing)?|error|debug|trace|fatal|notice|critical|verbose)$/i
/** A program or a file rather than a person. */
const identifier = /^[^\s~+@]*[./$_\\-][^\s]*$/

/** Returns whether a name may be that of a person. */
export const isPerson = (name: string): boolean =>
  isGeneric(name) || !(isLeadIn(name) || logLevel.test(name) || (identifier.test(name) && !isProper(name)))

/** Returns whether more than this share of a list is true. */
export const most = <Of>(list: Of[], isTrue: (one: Of) => boolean, share = 0.5): boolean =>
  list.filter(isTrue).length > list.length * share

/** Returns whether the times of nearly all lines ascend, on each day if there are lines with a date. */
export function ascend(lines: Line[]): boolean {
  const steps = lines.slice(1).flatMap(({ stamp }, n) => {
    const before = lines[n]!.stamp
    return stamp && before ? stamp.startMs! - before.startMs! : []
  })
  return steps.filter((step) => step >= 0).length >= steps.length * 0.8
}
