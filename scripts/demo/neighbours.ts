import type { createPatient, Input } from '#contract'
import { random } from '../../server/testing/random.ts'

/** A patient that other parts of the story refer to by `key`, created so many `days` ago. */
export type PatientRecord = Input<typeof createPatient> & { key: string; days: number }

const women =
  'Anna Sabine Leyla Katarzyna Birgit Charlotte Fatma Ingrid Julia Nina Petra Olga Renate Sevgi Ute Zofia'.split(
    ' ',
  )
const men =
  'Andreas Bilal Christian Dieter Emre Georg Hassan Jan Karl Lukas Matthias Oliver Stefan Uwe Viktor Werner'.split(
    ' ',
  )
const families =
  'Albrecht Aydın Becker Böhm Celik Dietrich Engel Fuchs Graf Hartmann Ivanova Jansen Kowalski Lange Mayer Neumann Öztürk Peters Richter Schäfer Šimić Thomas Ulrich Voigt Wagner Yılmaz Zimmermann'.split(
    ' ',
  )
const streets = ['Oranienstraße', 'Ritterstraße', 'Lindenstraße', 'Hasenheide', 'Urbanstraße', 'Am Park']
const districts = ['10969', '10967', '10999', '12047', '10961']

/** Returns patients of the neighbourhood, the same on each run. */
export function neighbours(count = 42): PatientRecord[] {
  const next = random(7)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!
  const digits = (length: number) => String(Math.floor(next() * 10 ** length)).padStart(length, '0')
  return Array.from({ length: count }, (_, index) => {
    const sex = next() < 0.54 ? 'female' : 'male'
    const givenName = pick(sex === 'female' ? women : men)
    const familyName = families[index % families.length]!
    const birthDate = `${1936 + Math.floor(next() * 84)}-${String(1 + Math.floor(next() * 12)).padStart(2, '0')}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`
    return {
      key: `neighbour ${index}`,
      days: 117 - Math.floor((index / count) * 110),
      givenName,
      familyName,
      birthDate,
      sex,
      identifiers: [{ system: 'insurance', value: `${'ABCDKMTX'[index % 8]}${digits(9)}`, use: 'official' }],
      ...(next() < 0.85 && { phone: `+49 30 23125 ${digits(3)}` }),
      ...(next() < 0.6 && { email: `${plain(givenName)}.${plain(familyName)}@example.org` }),
      address: {
        line: `${pick(streets)} ${1 + Math.floor(next() * 140)}`,
        city: 'Berlin',
        postalCode: pick(districts),
        country: 'DE',
      },
    }
  })
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
