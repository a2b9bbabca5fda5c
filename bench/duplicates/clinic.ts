import { random } from '../../server/testing/random.ts'

/** A record of a person. Records of the same `person` are duplicates. */
export interface Recorded {
  person: string
  givenName: string | null
  familyName: string | null
  birthDate: string | null
  sex: 'female' | 'male' | null
  email: string | null
  identifier: string | null
  phone: string | null
  line: string | null
  city: string | null
  postalCode: string | null
}

const givenNames =
  `Maria Anna Peter Thomas Michael Julia Sophie Jean Pierre Camille Léa Ahmed Mohammed Fatima Omar Layla
  John Mary Emily Oliver Jürgen Günther Ursula Hans Marie Laura Paul Lukas Hélène François Chloé Yusuf Aisha Hassan Zainab
  James Grace William Charlotte Brigitte Heinrich Katharina Stefan Nadia Karim Thérèse Antoine Béatrice Friedrich Ingrid
  محمد فاطمة أحمد خديجة Иван Ольга Δημήτρης 明`.split(/\s+/)
const surnames =
  `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Martin Bernard Dubois Durand Lefèvre Haddad Nasser
  Khalil Rahman Smith Jones Taylor Brown Walker Schäfer Köhler Großmann Petit Rousseau Moreau Al-Masri Mansour O’Neill
  الحسيني العلي Иванов Παπαδόπουλος 王`.split(/\s+/)
const beginnings =
  'Al Bar Ber Brand Dor Eich Fal Gar Hal Her Kal Kram Lan Lind Mar Mon Nor Ost Pel Ral Ros Sal Stein Tor Val Wes Zim'
const middles = 'a e el en er i in o or u'
const ends =
  'bach berg court dale dorf feld hoff holm ier ley mann mont rich rot sen son stett ton ville wald wick'
const streets =
  'Linden Garten Haupt Kirch Berg Station Mill Park Victor-Hugo Republik Schul Wald Bahnhof Rosen Church'
const kinds = 'straße weg platz allee street road rue'

/** Returns records of households, some of them twice and with mistakes, the same for the same seed. */
export function clinic(count: number, seed: number): Recorded[] {
  const next = random(seed)
  const upTo = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[upTo(from.length)]!
  // The first names of the lists are common, the last rare.
  const common = <T>(from: readonly T[]): T => from[Math.floor(from.length * next() ** 1.5)]!
  const surname = () =>
    next() < 0.3
      ? common(surnames)
      : pick(beginnings.split(' ')) + pick(middles.split(' ')) + pick(ends.split(' '))
  const day = (from: number, to: number) =>
    new Date(Date.UTC(from, 0, 1) + upTo((to - from) * 365) * 86_400_000).toISOString().slice(0, 10)
  const digits = (length: number) => String(upTo(10 ** length)).padStart(length, '0')

  const towns = Array.from({ length: 40 }, () => pick(beginnings.split(' ')) + pick(ends.split(' ')))

  const records: Recorded[] = []
  for (let person = 0; records.length < count; ) {
    const home = {
      familyName: surname(),
      phone: `0${digits(9)}`,
      line: `${pick(streets.split(' '))}${pick(kinds.split(' '))} ${1 + upTo(150)}`,
      city: pick(towns),
      postalCode: digits(5),
    }
    const parents = 1930 + upTo(60)
    const twins = day(parents + 20, parents + 40)
    const children = upTo(3)
    const taken = new Set<string>()
    const givenName = () => {
      let name = common(givenNames)
      while (taken.has(name)) name = pick(givenNames)
      taken.add(name)
      return name
    }
    for (let member = 0; member < 1 + upTo(2) + children && records.length < count; member++) {
      const isChild = member > 1
      const record = {
        ...home,
        person: String(person++),
        // Some sons are named after their fathers.
        givenName: member === 2 && next() < 0.1 ? records.at(-1)!.givenName : givenName(),
        birthDate: isChild
          ? next() < 0.05
            ? twins
            : day(parents + 20, parents + 40)
          : day(parents, parents + 5),
        sex: null,
        email: null,
        identifier: next() < 0.7 ? digits(9) : null,
      }
      records.push(record)
      if (next() >= 0.06 || records.length === count) continue
      const copy = { ...record }
      for (let mistakes = 1 + upTo(3); mistakes > 0; mistakes--) mistake(copy)
      records.push(copy)
    }
  }
  return records

  function mistake(copy: Recorded): void {
    const field = pick([
      'givenName',
      'familyName',
      'birthDate',
      'identifier',
      'phone',
      'line',
      'postalCode',
    ] as const)
    const value = copy[field]
    const what = next()
    if (what < 0.15) copy[field] = null
    else if (what < 0.25) [copy.givenName, copy.familyName] = [copy.familyName, copy.givenName]
    else if (what < 0.33)
      Object.assign(copy, { line: `New Road ${upTo(90)}`, postalCode: digits(5), phone: `0${digits(9)}` })
    else if (field === 'birthDate') copy.birthDate = value && misdated(value)
    else if (value) copy[field] = mistyped(value)
    if (!copy.givenName && !copy.familyName)
      copy.familyName = records.find(({ person }) => person === copy.person)?.familyName ?? null
  }

  function misdated(date: string): string {
    const [year = '', month = '', dayOfMonth = ''] = date.split('-')
    const swapped = `${year}-${dayOfMonth}-${month}`
    if (next() < 0.4 && Number(dayOfMonth) <= 12) return swapped
    return `${year}-${month}-${String(1 + ((Number(dayOfMonth) + upTo(3)) % 28)).padStart(2, '0')}`
  }

  function mistyped(text: string): string {
    const letters = [...text]
    const at = upTo(letters.length)
    const what = upTo(3)
    if (what === 0 && letters.length > 2) letters.splice(at, 1)
    else if (what === 1) letters.splice(at, 0, letters[at]!)
    else if (letters.length > at + 1) letters.splice(at, 2, letters[at + 1]!, letters[at]!)
    return letters.join('')
  }
}
