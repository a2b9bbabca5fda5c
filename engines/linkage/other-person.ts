import { birthDateOf, compareBirthDates } from './birth-dates.ts'
import { compareParts, isPlaceholder } from './names/compare.ts'
import { comparedName } from './names/name.ts'

interface Person {
  givenName: string | null
  familyName: string | null
  birthDate: string | null
}

/** Closeness does not depend on how common a name is. */
const uncounted = { count: 0, patients: 0 }

/**
 * Returns whether an update would turn a record into that of another person: the name and the date of birth both differ by more
 * than a typo. Two forms of a name, swapped names and a name of which a part is left out are one name.
 */
export function isOtherPerson(before: Person, after: Person): boolean {
  if (before.givenName === after.givenName && before.familyName === after.familyName) return false
  const [birth, other] = [before, after].map(({ birthDate }) => birthDateOf(birthDate, uncounted))
  const { agreement } = compareBirthDates(birth!, other!)
  if (agreement === 'same' || agreement === 'near') return false
  const names = compareParts(prepared(before), prepared(after))
  if (agreement === 'different') return names !== 'same'
  // A date that is added or removed says less than two dates.
  return before.birthDate !== after.birthDate && names === 'different'
}

function prepared({ givenName, familyName }: Person) {
  const family = comparedName(familyName, 'family', uncounted)
  return { given: comparedName(givenName, 'given', uncounted), family: isPlaceholder(family) ? null : family }
}
