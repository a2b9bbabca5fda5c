import { clockMs, clockPattern } from './clock.ts'
import { isRecord } from './words.ts'

/** Reads a time as written: a number, `00:01:05.5`, `12.5s`, `PT1M2S`, or a date, which is relative to the first. */
export type Time = { ms: number } | { units: number; isWhole: boolean } | { at: number } | null

const longestTime = 60
const span = new RegExp(`\\s*(?:-->|[-–—])\\s*${clockPattern}$`, 'u')

export function timeOf(value: unknown): Time {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? { units: value, isWhole: Number.isInteger(value) } : null
  if (isRecord(value)) {
    // Google and Recall.ai write times like this.
    const { relative, seconds = relative, nanos = 0 } = value
    const ms = Number(seconds ?? 0) * 1_000 + Number(nanos) / 1_000_000
    return Number.isFinite(ms) ? { ms: Math.round(ms) } : null
  }
  if (typeof value !== 'string' || value.length > longestTime) return null
  // A span such as `00:04 - 00:09` counts from its beginning.
  const written = value.trim().replace(span, '')
  if (/^\d+(?:\.\d+)?$/.test(written)) return { units: Number(written), isWhole: !written.includes('.') }
  const clock = clockMs(written)
  if (clock !== null) return { ms: clock }
  const seconds = /^(\d+(?:\.\d+)?)\s?s(?:ec(?:onds?)?)?$/i.exec(written)
  if (seconds) return { ms: Math.round(Number(seconds[1]) * 1_000) }
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(written)
  if (iso)
    return {
      ms: Math.round(((Number(iso[1] ?? 0) * 60 + Number(iso[2] ?? 0)) * 60 + Number(iso[3] ?? 0)) * 1_000),
    }
  const at = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(written) ? Date.parse(written) : Number.NaN
  return Number.isNaN(at) ? null : { at }
}

/** Speech has about this many characters in a second. */
const usualRate = 14
const ticks = 10_000_000

/**
 * Returns how many milliseconds a unit of the numbers is: seconds, milliseconds or ticks of 100 ns, by the name of the
 * field or by how long speaking the texts takes.
 */
export function unitOf(field: string, times: Time[], texts: string[]): number {
  if (/ms$|millis/i.test(field)) return 1
  if (/ticks/i.test(field)) return 1_000 / ticks
  const numbers = times.map((time) => (time && 'units' in time ? time : null))
  if (numbers.some((time) => time && !time.isWhole)) return 1_000
  const paces = texts.slice(0, -1).flatMap((text, n) => {
    const lasts = (numbers[n + 1]?.units ?? 0) - (numbers[n]?.units ?? 0)
    return lasts > 0 && text !== '' ? text.length / lasts : []
  })
  // Pauses are of any length.
  const usual = paces.toSorted((one, other) => one - other)[Math.floor(paces.length / 2)]
  if (usual === undefined) return 1_000
  const [best] = [1, 1_000, ticks]
    .map((perSecond) => ({ perSecond, off: Math.abs(Math.log((usual * perSecond) / usualRate)) }))
    .sort((one, other) => one.off - other.off)
  return 1_000 / best!.perSecond
}

/** Converts a time to a position in the recording, in milliseconds. */
export function positionOf(time: Time, unit: number, first: Time): number | null {
  if (time === null) return null
  if ('ms' in time) return time.ms
  if ('units' in time) return Math.round(time.units * unit)
  return first && 'at' in first ? Math.max(0, time.at - first.at) : 0
}
