import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Counts, profileOf } from '../../engines/linkage/profile.ts'
import { compare } from '../../engines/linkage/score.ts'
import type { Recorded } from './clinic.ts'
import { heldOut, tuned } from './hard-names.ts'
import { hardSet } from './hard-set.ts'

for (const [name, stock, seed] of [
  ['tuned', tuned, 1],
  ['held out', heldOut, 2],
] as const) {
  const pairs = hardSet(stock, seed, 80)
  const count = countsOf(pairs.flatMap(({ records }) => records))
  const scored = pairs.map(({ same, kind, records: [a, b] }) => ({
    same,
    kind,
    score: compare(profile(a, count(a)), profile(b, count(b))).score,
  }))

  test(`the hard set has 1,000 pairs of each, the same on every run (${name})`, () => {
    assert.ok(pairs.filter(({ same }) => same).length >= 1000)
    assert.ok(pairs.filter(({ same }) => !same).length >= 1000)
    assert.deepEqual(hardSet(stock, seed, 80), pairs)
  })

  test(`no two people of the hard set score above 0.9 (${name})`, () => {
    assert.deepEqual(
      scored.filter(({ same, score }) => !same && score > 0.9),
      [],
    )
  })

  test(`pairs of one person mostly score above 0.9, and few below 0.1 (${name})`, () => {
    const ofOne = scored.filter(({ same }) => same)
    const share = (from: number, to: number) =>
      ofOne.filter(({ score }) => score >= from && score <= to).length / ofOne.length
    assert.ok(share(0.9, 1) > 0.6, `${share(0.9, 1)}`)
    assert.ok(share(0, 0.1) < 0.05, `${share(0, 0.1)}`)
  })
}

function countsOf(records: Recorded[]): (record: Recorded) => Counts {
  const counts = new Map<string, number>()
  const keys = ({ givenName, familyName, birthDate }: Recorded) =>
    [`given ${givenName}`, `family ${familyName}`, `born ${birthDate}`] as const
  for (const key of records.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (record) => {
    const [givenName, familyName, birthDate] = keys(record).map((key) => counts.get(key)!)
    return { patients: records.length, givenName: givenName!, familyName: familyName!, birthDate: birthDate! }
  }
}

function profile(record: Recorded, counts: Counts) {
  const { identifier, sex, line, city, postalCode, ...fields } = record
  const identifiers = identifier ? [{ system: 'insurance', value: identifier }] : []
  const createdAt = '2026-01-31T09:00:00.000Z'
  return profileOf(
    { ...fields, sex: sex ?? 'unknown', identifiers, createdAt, address: { line, city, postalCode } },
    counts,
  )
}
