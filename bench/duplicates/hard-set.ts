import { random } from '../../server/testing/random.ts'
import type { Recorded } from './clinic.ts'
import type { NameStock } from './hard-names.ts'

/** Two records and whether they are of one person. */
export interface HardPair {
  kind: string
  same: boolean
  records: [Recorded, Recorded]
}

/** Kinds that cannot be told apart by what is recorded, and are rare. */
const rare = new Set(['newborn and a named twin', 'parent and child of one name, one birth date missing'])

/**
 * Returns pairs that are hard to tell apart, the same for the same seed: as many of one person as of two people.
 * @param each the number of pairs of each kind
 */
export function hardSet(stock: NameStock, seed: number, each: number): HardPair[] {
  const next = random(seed)
  const chance = (share: number) => next() < share
  const upTo = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[upTo(from.length)]!
  /** The first of a list are common, the last rare. */
  const usual = <T>(from: readonly T[]): T => from[Math.floor(from.length * next() ** 1.6)]!
  const digits = (length: number) => String(upTo(10 ** length)).padStart(length, '0')
  const towns = Array.from({ length: 12 }, (_, n) => ({
    city: `${stock.families[40 + n]}${pick(['stadt', 'burg', ' Bay', 'ville'])}`,
    postalCode: digits(5),
  }))
  const streets = stock.families
    .slice(20)
    .map((name) => `${name}${pick([' Street', 'straße', 'weg', ' Road'])}`)
  let people = 0

  const day = (from: number, to: number) =>
    new Date(Date.UTC(from, 0, 1) + upTo((to - from) * 365) * 86_400_000).toISOString().slice(0, 10)
  const household = () => ({
    line: `${pick(streets)} ${1 + upTo(120)}`,
    ...pick(towns),
    phone: `0${digits(9)}`,
  })
  const sexOf = () => pick(['female', 'male'] as const)

  function person(about: Partial<Recorded> = {}): Recorded {
    const sex = about.sex ?? sexOf()
    const familyName = about.familyName ?? usual(stock.families)
    const givenName = about.givenName ?? usual(stock[sex])
    return {
      person: String(people++),
      givenName,
      familyName,
      birthDate: day(1935, 2022),
      sex,
      identifier: chance(0.6) ? digits(9) : null,
      email: chance(0.35)
        ? `${givenName}.${familyName}${upTo(99)}@example.org`.toLowerCase().replaceAll(' ', '')
        : null,
      ...household(),
      ...about,
    }
  }
  const commonPerson = () => {
    const sex = sexOf()
    return person({ sex, givenName: pick(stock.common[sex]), familyName: pick(stock.common.families) })
  }
  const bare = (
    { person, givenName, familyName, birthDate }: Recorded,
    sex: Recorded['sex'] = null,
  ): Recorded => ({
    ...{ person, givenName, familyName, birthDate, sex },
    ...{ identifier: null, email: null, phone: null, line: null, city: null, postalCode: null },
  })
  const someoneElse = (of: Recorded, about: Partial<Recorded>): Recorded => ({
    ...of,
    identifier: of.identifier && digits(9),
    email: null,
    ...about,
    person: String(people++),
  })
  /** Some details are missing in most records. */
  const incomplete = (of: Recorded, share = 0.2): Recorded => {
    const copy = { ...of }
    for (const field of ['identifier', 'email', 'phone', 'line', 'postalCode', 'city', 'sex'] as const)
      if (chance(share)) copy[field] = null
    return copy
  }

  function mistyped(text: string | null): string | null {
    if (!text) return text
    const letters = [...text]
    const at = letters.length < 3 ? upTo(letters.length) : 1 + upTo(letters.length - 1)
    const isDigit = /\d/.test(letters[at]!)
    const what = upTo(4)
    if (what === 0 && letters.length > 3) letters.splice(at, 1)
    else if (what === 1) letters.splice(at, 0, letters[at]!)
    else if (what === 2 && letters.length > at + 1 && letters[at] !== letters[at + 1])
      letters.splice(at, 2, letters[at + 1]!, letters[at]!)
    else letters[at] = isDigit ? String((Number(letters[at]) + 1 + upTo(8)) % 10) : pick([...'aeinrstlmdohk'])
    return letters.join('')
  }
  const swappedDay = (date: string) => `${date.slice(0, 5)}${date.slice(8)}-${date.slice(5, 7)}`
  const withSmallDay = (of: Recorded): Recorded => {
    const [month, later] = [1 + upTo(12), 1 + upTo(11)]
    const parts = [month, 1 + ((month - 1 + later) % 12)].map((part) => String(part).padStart(2, '0'))
    return { ...of, birthDate: [of.birthDate!.slice(0, 4), ...parts].join('-') }
  }
  const aged = (of: Recorded, from: number, to: number): Recorded => ({ ...of, birthDate: day(from, to) })
  const again = (of: Recorded, about: Partial<Recorded> = {}): [Recorded, Recorded] => [
    incomplete(of),
    incomplete({ ...of, ...about }),
  ]
  const spelledOut = (text: string | null) =>
    text?.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss') ?? null
  const plain = (text: string | null) => text?.normalize('NFKD').replace(/\p{M}/gu, '') ?? null

  const ofOne: Record<string, () => [Recorded, Recorded]> = {
    'typo in a name': () => {
      const one = person()
      const field = pick(['givenName', 'familyName'] as const)
      return again(one, { [field]: mistyped(one[field]) })
    },
    'several typos': () => {
      const one = person()
      const [givenName, familyName, line] = [one.givenName, one.familyName, one.line].map(mistyped)
      return again(one, {
        ...(chance(0.6) && { givenName }),
        familyName: familyName!,
        line: line!,
        phone: mistyped(one.phone),
      })
    },
    'short form of a name': () => {
      const [givenName, short] = pick(stock.shortForms)
      return again(person({ givenName }), { givenName: short })
    },
    'other spelling of a name': () => {
      const [givenName, other] = pick(stock.spellings)
      return again(person({ givenName }), { givenName: other })
    },
    'ü and ue': () => {
      const one = person({ familyName: pick(stock.families.filter((name) => plain(name) !== name)) })
      const written = chance(0.5) ? spelledOut : plain
      return again(one, { givenName: written(one.givenName), familyName: written(one.familyName) })
    },
    'names swapped': () => {
      const one = person()
      return again(one, { givenName: one.familyName, familyName: one.givenName })
    },
    'second name left out': () => {
      const one = person()
      return again(
        { ...one, givenName: `${one.givenName}${pick([' ', '-'])}${pick(stock[one.sex ?? 'female'])}` },
        { givenName: one.givenName },
      )
    },
    'day and month swapped': () => {
      const one = withSmallDay(person())
      return again(one, { birthDate: swappedDay(one.birthDate!) })
    },
    'digit of the birth date': () => {
      const one = person()
      const at = pick([3, 9])
      const digit = String((Number(one.birthDate![at]) + 1) % 8)
      const birthDate = `${one.birthDate!.slice(0, at)}${digit}${one.birthDate!.slice(at + 1)}`
      return again(one, isDate(birthDate) ? { birthDate } : {})
    },
    moved: () => again(person(), { ...household(), ...(chance(0.4) && { email: null }) }),
    'moved, common name': () => again(commonPerson(), household()),
    married: () => {
      const one = aged(person({ sex: 'female' }), 1950, 2002)
      const other = usual(stock.families)
      return again(one, {
        familyName: chance(0.3) ? `${one.familyName}-${other}` : other,
        ...(chance(0.25) && { line: household().line }),
      })
    },
    newborn: () => {
      const child = aged(person(), 2023, 2026)
      return again(child, {
        givenName: pick(stock.newborns),
        identifier: null,
        email: null,
        ...(chance(0.15) && { familyName: usual(stock.families) }),
      })
    },
    'missing fields': () => {
      const one = person()
      return [incomplete(one, 0.3), incomplete({ ...one, ...(chance(0.3) && { birthDate: null }) }, 0.55)]
    },
    'only name and birth date': () => {
      const one = person()
      return [bare(one), chance(0.5) ? bare(one) : incomplete(one)]
    },
    'only common name and birth date': () => {
      const one = commonPerson()
      return [bare(one), bare({ ...one, familyName: spelledOut(one.familyName) })]
    },
    'other insurance number': () => {
      const one = person({ identifier: digits(9) })
      return again(one, { identifier: digits(9) })
    },
  }

  const twins = (names: [string, string], of: Recorded): [Recorded, Recorded] => {
    const one = { ...of, givenName: names[0] }
    const sequence =
      one.identifier && one.identifier.slice(0, -1) + ((Number(one.identifier.slice(-1)) + 1) % 10)
    const other = someoneElse(one, { givenName: names[1], ...(chance(0.3) && { identifier: sequence }) })
    return [incomplete(one), incomplete(other)]
  }
  const twoOf = (names: readonly string[]): [string, string] => {
    const one = pick(names)
    return [one, pick(names.filter((name) => name !== one))]
  }
  const ofTwo: Record<string, () => [Recorded, Recorded]> = {
    'twins with similar names': () =>
      twins(pick(stock.alike), aged(person({ sex: null as never }), 1990, 2024)),
    'twins of one sex with similar names': () => twins(pick(stock.alike), aged(person(), 1960, 2024)),
    twins: () => {
      const one = aged(person(), 1970, 2024)
      return twins(twoOf(stock[one.sex ?? 'male']), one)
    },
    'parent and child of one name': () => {
      const parent = aged(person(), 1945, 1980)
      const born = Number(parent.birthDate!.slice(0, 4)) + 19 + upTo(20)
      return [incomplete(parent), incomplete(someoneElse(parent, { birthDate: day(born, born + 1) }))]
    },
    'parent and child of one name, one birth date missing': () => {
      const parent = aged(person(), 1945, 1980)
      return [incomplete(parent), incomplete(someoneElse(parent, { birthDate: null, identifier: digits(9) }))]
    },
    'siblings with similar names': () => {
      const [one, other] = pick(stock.alike)
      const first = aged(person({ givenName: one }), 1985, 2015)
      return [
        incomplete(first),
        incomplete(someoneElse(first, { givenName: other, birthDate: day(1990, 2022) })),
      ]
    },
    couple: () => {
      const one = aged(person(), 1950, 1990)
      const sex = one.sex === 'male' ? 'female' : 'male'
      return [
        incomplete(one),
        incomplete(someoneElse(one, { sex, givenName: usual(stock[sex]), birthDate: day(1950, 1990) })),
      ]
    },
    'common name and one birth date': () => {
      const one = commonPerson()
      return [bare(one), bare(someoneElse(one, { familyName: spelledOut(one.familyName) }))]
    },
    'common name and one birth date, elsewhere': () => {
      const one = commonPerson()
      return [incomplete(one), incomplete(someoneElse(one, { ...household(), sex: one.sex }))]
    },
    'common name and one birth date, other numbers': () => {
      const one = { ...commonPerson(), identifier: digits(9) }
      return [incomplete({ ...one, line: null }), { ...someoneElse(one, { ...household() }), line: null }]
    },
    'common name and similar birth date': () => {
      const one = withSmallDay(commonPerson())
      return [
        incomplete(one),
        incomplete(someoneElse(one, { ...household(), birthDate: swappedDay(one.birthDate!) })),
      ]
    },
    'common name and placeholder birth date': () => {
      const one = { ...commonPerson(), birthDate: pick(['1900-01-01', `${1950 + upTo(40)}-01-01`]) }
      return [incomplete(one), incomplete(someoneElse(one, household()))]
    },
    'newborns of one day': () => {
      const one = aged(
        person({
          givenName: pick(stock.newborns),
          familyName: pick(stock.common.families),
          identifier: null,
        }),
        2023,
        2026,
      )
      return [
        incomplete(one),
        incomplete(someoneElse(one, { ...household(), givenName: usual(stock[one.sex ?? 'male']) })),
      ]
    },
    'newborn twins': () => {
      const one = aged(person({ givenName: 'Baby A', identifier: null }), 2023, 2026)
      return [incomplete(one), incomplete(someoneElse(one, { givenName: 'Baby B' }))]
    },
    'newborn and a named twin': () => {
      const one = aged(person({ givenName: pick(stock.newborns), identifier: digits(9) }), 2023, 2026)
      return [
        incomplete(one),
        incomplete(someoneElse(one, { givenName: usual(stock[one.sex ?? 'male']), identifier: digits(9) })),
      ]
    },
    'newborn and mother': () => {
      const mother = aged(person({ sex: 'female' }), 1980, 2004)
      return [
        incomplete(mother),
        incomplete(
          someoneElse(mother, { givenName: pick(stock.newborns), birthDate: day(2023, 2026), sex: sexOf() }),
        ),
      ]
    },
    cousins: () => {
      const one = person()
      return [incomplete(one), incomplete(someoneElse(one, { ...household(), birthDate: day(1940, 2020) }))]
    },
  }

  const set: HardPair[] = []
  for (const [same, kinds] of [
    [true, ofOne],
    [false, ofTwo],
  ] as const)
    for (const [kind, make] of Object.entries(kinds))
      for (let n = 0; n < (rare.has(kind) ? each / 4 : each); n++) set.push({ kind, same, records: make() })
  return set
}

function isDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
