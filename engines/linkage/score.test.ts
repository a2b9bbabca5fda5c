import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { placeholderOf } from './names/unnamed.ts'
import { type Counts, type Particulars, profileOf } from './profile.ts'
import { compare, threshold, weigh } from './score.ts'

const unknown: Particulars = {
  givenName: null,
  familyName: null,
  birthDate: null,
  sex: 'unknown',
  identifiers: [],
  phone: null,
  email: null,
  address: { line: null, city: null, postalCode: null },
  createdAt: '2026-01-31T09:00:00.000Z',
}
const home = { line: '12 Linden Street', city: 'Springfield', postalCode: '49007' }
const maria: Particulars = {
  ...unknown,
  givenName: 'Maria',
  familyName: 'Schneider',
  birthDate: '1986-03-11',
  address: home,
}
/** A clinic in which nobody else has the names and the birth date. */
const rare: Counts = { patients: 5000, givenName: 1, familyName: 1, birthDate: 1 }
const resemblance = (a: Partial<Particulars>, b: Partial<Particulars>, counts: Partial<Counts> = {}) =>
  compare(
    profileOf({ ...unknown, ...a }, { ...rare, ...counts }),
    profileOf({ ...unknown, ...b }, { ...rare, ...counts }),
  )
const insured = (...values: string[]) => ({
  identifiers: values.map((value) => ({ system: 'insurance', value })),
})
const like = (change: Partial<Particulars>, of: Partial<Particulars> = maria) =>
  resemblance(of, { ...of, ...change })
const names = (givenName: string, familyName: string) => ({ givenName, familyName })

describe('likely duplicates', () => {
  const reasons: [what: string, change: Partial<Particulars>, reason: string][] = [
    ['one letter of the surname is wrong', names('Maria', 'Schnieder'), 'Same surname except for one letter'],
    ['the surname is spelt as it sounds', names('Maria', 'Shnayder'), 'Same-sounding surnames'],
    ['a clerk misheard the surname', names('Maria', 'Shnyder'), 'Similarly spelled surnames'],
    ['the names are swapped', names('Schneider', 'Maria'), 'Given name and surname swapped'],
    ['swapped and misspelt', names('Schneidr', 'Maria'), 'Given name and surname swapped'],
    [
      'a second given name is left out',
      names('Maria Luise', 'Schneider'),
      'One given name is part of the other',
    ],
    ['the given name is an initial', names('M.', 'Schneider'), 'One given name is the initial of the other'],
    ['she has married', names('Maria', 'Schneider-Okafor'), 'One surname is part of the other'],
    ['day and month are swapped', { birthDate: '1986-11-03' }, 'Day and month of birth swapped'],
    ['a digit is mistyped', { birthDate: '1986-03-17' }, 'Same birth date except for one digit'],
    [
      'two digits are exchanged',
      { birthDate: '1968-03-11' },
      'Same birth date except for two swapped digits',
    ],
    [
      'the address is misspelt',
      { address: { ...home, line: 'Linden Stret 12' } },
      'Similar street and number',
    ],
  ]
  for (const [what, change, reason] of reasons) {
    test(`when ${what}`, () => {
      const { score, reasons } = like(change)
      assert.ok(score >= 0.9, `${score}`)
      assert.ok(reasons.includes(reason), reasons.join('; '))
    })
  }

  test('after a marriage, by given name, birth date and address', () => {
    assert.ok(like(names('Maria', 'Okafor')).score >= 0.5)
  })

  test('after a move', () => {
    const elsewhere = { line: 'Harbour Road 7', city: 'Portsmouth', postalCode: '10001' }
    assert.ok(like({ address: elsewhere }).score >= 0.5)
  })

  test('with hardly more than the identifier in common', () => {
    const identifiers = [{ system: 'insurance', value: '5730 118-A' }]
    const { score, reasons } = resemblance(
      { ...maria, identifiers },
      { givenName: 'Maria', identifiers: [{ system: 'insurance', value: '5730118a' }] },
    )
    assert.ok(score >= 0.5)
    assert.equal(reasons[0], 'Same insurance identifier')
  })

  test('with another given name for an adult at one address, though with a lower score', () => {
    const { score, reasons } = like(names('Elisabeth', 'Schneider'))
    assert.ok(score >= threshold && score < 0.5, `${score}`)
    assert.ok(reasons.includes('Same street and number'))
    assert.equal(reasons.at(-1), 'Different given names')
  })

  test('with the same identifier at one address, whatever the names and birth dates', () => {
    const identifiers = [{ system: 'insurance', value: '5730118' }]
    const other = { ...names('Jonas', 'Weber'), birthDate: '1951-12-24', identifiers }
    assert.ok(like(other, { ...maria, identifiers }).score >= threshold)
  })

  test('with a mistyped identifier, whatever else is mistyped', () => {
    const numbered = { ...maria, ...insured('84711201') }
    const mistyped = insured('84771201')
    assert.ok(like(mistyped, numbered).score > 0.9)
    // One given name in another form, at one address.
    assert.ok(like({ ...mistyped, givenName: 'Maria Luise' }, numbered).score > 0.9)
    assert.ok(like({ ...mistyped, ...names('Schneider', 'Maria') }, numbered).score > 0.9)
    // A typo among others.
    const address = { ...home, line: '12 Lindne Street' }
    assert.ok(like({ ...mistyped, address, givenName: 'Mraia' }, numbered).score > 0.9)
    // Elsewhere, two forms of a name are rather one person's.
    const moved = { ...mistyped, address: unknown.address }
    assert.ok(like({ ...moved, givenName: 'Marie' }, numbered).score > 0.5)
  })

  test('with two swapped digits in the identifier and no birth date', () => {
    const numbered = (value: string) => ({ birthDate: null, identifiers: [{ system: 'insurance', value }] })
    const other = { ...names('Maria', 'Weber'), ...numbered('4137877') }
    assert.ok(like(other, { ...maria, ...numbered('4137787') }).score >= threshold)
  })

  test('with a birth date too different for parent and child', () => {
    assert.ok(like({ birthDate: '1979-08-23' }).score >= threshold)
    assert.ok(like({ birthDate: '1911-12-02' }).score >= threshold)
  })

  const scripts: [string, string, string, string][] = [
    ['Müller', 'Jürgen', 'Mueller', 'Jurgen'],
    ['Иванова', 'Анастасия', 'Иваново', 'Анастасия'],
    ['Παπαδόπουλος', 'Γιώργος', 'Παπαδοπουλος', 'Γιωργος'],
    ['الحُسَيْني', 'أحمد', 'الحسيني', 'احمد'],
    ['王', '小明', '王', '小明'],
    ['김', '민준', '김', '민준'],
  ]
  for (const [family, given, otherFamily, otherGiven] of scripts) {
    test(`when the names are ${given} ${family} and ${otherGiven} ${otherFamily}`, () => {
      const { birthDate } = maria
      const { score } = resemblance(
        { ...names(given, family), birthDate },
        { ...names(otherGiven, otherFamily), birthDate },
      )
      assert.ok(score > 0.9, `${score}`)
    })
  }
})

describe('unlikely duplicates', () => {
  const shared = {
    familyName: 'Schneider',
    phone: '0170 1234567',
    email: 'home@schneider.example',
    address: home,
  }
  const child = { ...shared, givenName: 'Maria', birthDate: '2014-03-11' }

  test('twins, who share everything except the given name', () => {
    assert.ok(like({ givenName: 'Jonas' }, child).score < threshold)
    assert.ok(like({ givenName: 'Helene', sex: 'female' }, { ...child, sex: 'female' }).score < threshold)
  })

  test('twins of different sex with similar names', () => {
    const boy = { ...child, givenName: 'Christian', sex: 'male' as const }
    assert.ok(like({ givenName: 'Christina', sex: 'female' }, boy).score < threshold)
  })

  test('twins with consecutive numbers', () => {
    const numbered = (value: string) => ({ identifiers: [{ system: 'insurance', value }] })
    const twin = { ...numbered('84711202'), givenName: 'Jonas' }
    assert.ok(like(twin, { ...child, ...numbered('84711201') }).score < threshold)
  })

  const numbers = ['84711202', '84711219', '84771202', '84171202', '11502993']
  for (const [one, other] of [
    ['Mirabai', 'Mirabal'],
    ['Эльвира', 'Эльмира'],
    ['Elif Nur', 'Elif Su'],
    ['Kenza', 'Kenzi'],
    ['Tamo', 'Timo'],
    // Only the first is a known name.
    ['Elif', 'Elis'],
    ['Marie', 'Maria'],
  ] as const)
    test(`twins called ${one} and ${other} with different numbers, however near`, () => {
      const shared = { familyName: 'Schneider', birthDate: '2014-03-11' }
      for (const household of [{ address: home }, { phone: '0170 1234567' }]) {
        const twin = (givenName: string, value: string) => ({
          ...{ ...shared, ...household, givenName },
          ...insured(value),
        })
        for (const value of numbers) {
          const { score, reasons } = resemblance(twin(one, '84711201'), twin(other, value))
          assert.ok(score < 0.5, `${value}: ${score}`)
          assert.ok(reasons.includes('Different insurance identifiers'), reasons.join('; '))
        }
        assert.ok(resemblance(twin(one, '84711201'), twin(other, '84711201')).score > 0.9)
      }
    })

  test('siblings with similar names', () => {
    assert.ok(like({ givenName: 'Marie', birthDate: '2016-10-30' }, child).score < threshold)
  })

  test('father and son of one name at one address', () => {
    assert.ok(like({ birthDate: '1979-08-23' }, { ...child, givenName: 'Jonas' }).score < threshold)
  })

  test('a couple at one address, whatever else they share', () => {
    assert.ok(
      like({ givenName: 'Peter', birthDate: '1984-09-30' }, { ...maria, ...shared }).score < threshold,
    )
  })

  test('namesakes with nothing else known or in common', () => {
    assert.ok(resemblance(names('Maria', 'Schneider'), names('Maria', 'Schneider')).score < 0.2)
    assert.ok(like({ birthDate: '1951-12-24', address: unknown.address }).score < threshold)
  })

  test('records without usable fields', () => {
    for (const nothing of ['', '-', '…', '\u0301', '🙂'])
      assert.ok(resemblance({ familyName: nothing }, { familyName: nothing }).score < threshold)
  })
})

describe('hard pairs', () => {
  const shared = { familyName: 'Schneider', phone: '0170 1234567', address: home }
  const twins = (one: string, other: string, birthDate = '2014-03-11', more: Partial<Particulars>[] = []) =>
    resemblance(
      { ...shared, birthDate, ...more[0], givenName: one },
      { ...shared, birthDate, ...more[1], givenName: other },
    )

  for (const [one, other] of [
    ['Lena', 'Lea'],
    ['Tim', 'Tom'],
    ['Anna', 'Hanna'],
    ['Julia', 'Julian'],
    ['Marie', 'Maria'],
    ['Jonas', 'Katharina'],
  ] as const) {
    test(`twins called ${one} and ${other} are two people unless an identifier agrees`, () => {
      for (const birthDate of ['2014-03-11', '1981-03-11']) {
        const { score } = twins(one, other, birthDate)
        assert.ok(score < 0.5, `${score}`)
        const differing = twins(one, other, birthDate, [insured('84711201'), insured('11502993')])
        assert.ok(differing.score < score)
        assert.ok(twins(one, other, birthDate, [insured('84711201'), insured('84711201')]).score > 0.5)
      }
    })
  }

  for (const [one, other] of [
    ['Micheal', 'Michael'],
    ['Katahrina', 'Katharina'],
    ['William', 'Bill'],
    ['Elisabeth', 'Lisa'],
    ['Stefan', 'Stephan'],
    ['Anna', 'Anna Maria'],
  ] as const)
    test(`${one} and ${other} can be one person, at one address and without`, () => {
      assert.ok(twins(one, other).score > 0.5)
      const { phone: _, address: __, ...alone } = shared
      const unusual = { ...alone, familyName: 'Zangerl', birthDate: '1981-03-11' }
      assert.ok(resemblance({ ...unusual, givenName: one }, { ...unusual, givenName: other }).score > 0.5)
    })

  test('a spelling that many patients have is a name and not a typo', () => {
    const [few, many] = [1, 60].map((givenName) => {
      const counts = { ...rare, givenName }
      const born = { ...shared, birthDate: '2014-03-11' }
      return compare(
        profileOf({ ...unknown, ...born, givenName: 'Thorvid' }, counts),
        profileOf({ ...unknown, ...born, givenName: 'Thorvin' }, counts),
      ).score
    })
    assert.ok(few! > 0.5 && many! < 0.2, `${few} ${many}`)
  })

  test('common names that differ in ü and ue, with nothing but the birth date, are not certain', () => {
    const one = { ...names('Jürgen', 'Müller'), birthDate: '1961-03-04' }
    const other = { ...names('Juergen', 'Mueller'), birthDate: '1961-03-04' }
    for (const patients of [2, 1000, 50_000]) {
      const share = Math.ceil(patients * 0.005)
      const { score } = resemblance(one, other, { patients, givenName: share, familyName: share })
      assert.ok(score > 0.1 && score < 0.9, `${score}`)
    }
    assert.ok(resemblance({ ...one, address: home }, { ...other, address: home }).score > 0.9)
  })

  test('a newborn recorded without a name is found by birth date and address, but not its twin', () => {
    for (const baby of [
      'Baby',
      'Baby boy',
      'Baby girl',
      'Säugling',
      'Neugeborenes',
      'Bébé',
      'B/O Maria',
      'Newborn',
    ]) {
      const { score, reasons } = twins(baby, 'Emma')
      assert.ok(score > 0.5 && score < 0.9, `${baby}: ${score}`)
      assert.ok(reasons.includes('Newborn recorded without a given name'))
      assert.ok(twins(baby, 'Emma', undefined, [insured('84711201'), insured('84711201')]).score > 0.9)
      assert.ok(twins(baby, 'Emma', undefined, [insured('84711201'), insured('11502993')]).score < score)
    }
    assert.ok(twins('Baby A', 'Baby B').score < 0.1)
    assert.ok(twins('Baby boy', 'Emma', undefined, [{}, { sex: 'female' }]).score < 0.5)
    const mother = { ...shared, givenName: 'Maria', birthDate: '1990-05-02' }
    assert.ok(
      resemblance(mother, { ...shared, givenName: 'Baby', birthDate: '2024-03-11' }).score < threshold,
    )
  })

  test('placeholder birth dates weigh little', () => {
    const namesakes = (birthDate: string) =>
      like({ birthDate }, { ...maria, birthDate, address: unknown.address }).score
    assert.ok(namesakes('1900-01-01') < namesakes('1986-01-01'))
    assert.ok(namesakes('1986-01-01') < namesakes('1986-03-11') - 0.2)
    assert.ok(namesakes('1900-01-01') < 0.2)
  })

  test('different identifiers of one system are named as a reason against', () => {
    const numbered = { ...maria, ...insured('84711201') }
    const { score, reasons } = like(insured('11502993'), numbered)
    assert.equal(reasons.at(-1), 'Different insurance identifiers')
    assert.ok(score < like({}, maria).score)
    const elsewhere = [{ system: 'passport', value: '11502993' }]
    assert.equal(like({ identifiers: elsewhere }, numbered).score, like({}, maria).score)
    const bare = { ...maria, address: unknown.address }
    const inTwoSystems = (value: string) =>
      like({ identifiers: [{ system: 'passport', value }] }, { ...bare, ...insured(value) }).score
    assert.equal(inTwoSystems('12345'), like({}, bare).score)
    assert.ok(inTwoSystems('123456') > like({}, bare).score)
  })
})

describe('comparing', () => {
  const text = fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })))
  const date = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))
  const person: fc.Arbitrary<Particulars> = fc.record({
    givenName: text,
    familyName: text,
    birthDate: fc.option(date),
    sex: fc.constantFrom('female', 'male', 'other', 'unknown'),
    identifiers: fc.array(fc.record({ system: fc.constantFrom('a', 'b'), value: fc.string() }), {
      maxLength: 3,
    }),
    phone: text,
    email: text,
    address: fc.record({ line: text, city: text, postalCode: text }),
    createdAt: fc.constant(unknown.createdAt),
  })
  /** Two records with much in common. */
  const akin = fc
    .tuple(person, person, fc.infiniteStream(fc.boolean()))
    .map(([a, b, same]) => [
      a,
      Object.fromEntries(
        Object.entries(b).map(([key, value]) => [
          key,
          same.next().value ? a[key as keyof Particulars] : value,
        ]),
      ) as unknown as Particulars,
    ])

  test('returns a score from 0 to 1, in either order', () => {
    fc.assert(
      fc.property(akin, ([a, b]) => {
        const one = resemblance(a!, b!)
        assert.ok(one.score >= 0 && one.score <= 1)
        assert.deepEqual(resemblance(b!, a!), one)
      }),
    )
  })

  const twoPeople = fc.tuple(akin, fc.stringMatching(/^[0-9]{8}$/), fc.stringMatching(/^[0-9]{8}$/))

  test('never scores lower with an agreeing identifier, nor higher with a differing one', () => {
    fc.assert(
      fc.property(twoPeople, ([[a, b], number, other]) => {
        const score = (one: string[], two: string[]) =>
          resemblance({ ...a, ...insured(...one) }, { ...b, ...insured(...two) }).score
        const without = score([], [])
        assert.ok(score([number], [number]) >= without)
        const far = [...other].map((digit, n) =>
          digit === number[n] ? String((Number(digit) + 5) % 10) : digit,
        )
        assert.ok(score([number], [far.join('')]) <= without)
      }),
    )
  })

  test('never scores higher the more patients share the names and the birth date', () => {
    const common = fc.record({ givenName: fc.nat(500), familyName: fc.nat(500), birthDate: fc.nat(500) })
    fc.assert(
      fc.property(common, fc.constantFrom('givenName', 'familyName', 'birthDate'), (counts, field) => {
        const bare = { ...maria, address: unknown.address }
        const more = { ...counts, [field]: counts[field] + 50 }
        assert.ok(resemblance(bare, bare, more).score <= resemblance(bare, bare, counts).score)
      }),
    )
  })

  test('is certain of two complete, equal records', () => {
    const letters = fc.stringMatching(/^[a-z]{2,12}$/).filter((name) => !placeholderOf(name))
    const complete = fc.record({
      ...{ givenName: letters, familyName: letters, birthDate: date, sex: fc.constant('female' as const) },
      ...{
        identifiers: fc.constant<Particulars['identifiers']>([{ system: 'insurance', value: '12345678' }]),
        phone: fc.constant('0301234567'),
      },
      ...{ email: letters.map((name) => `${name}@example.org`), address: fc.constant(home) },
    })
    fc.assert(fc.property(complete, (one) => assert.equal(resemblance(one, one).score, 1)))
  })
})

test('namesakes of one household are likelier two people a generation apart, and less likely from 60 years on', () => {
  const oddsOf = (...dates: string[]) => {
    const [a, b] = dates.map((birthDate) => profileOf({ ...maria, ...insured('84711201'), birthDate }, rare))
    return weigh(a!, b!).logOdds
  }
  assert.ok(oddsOf('1970-04-23', '1985-11-07') > oddsOf('1970-04-23', '1986-11-07'))
  assert.ok(oddsOf('1966-04-23', '1957-11-07') > oddsOf('1967-04-23', '1957-11-07'))
})
