import { rowsIn } from '../../engines/language/word-lists.ts'

/** Names of the hard set. The two parts share none of their name pairs, so the held-out part shows how well weights carry over. */
export interface NameStock {
  female: string[]
  male: string[]
  families: string[]
  /** Names that strangers share, as they are common. */
  common: { female: string[]; male: string[]; families: string[] }
  /** Different names that look alike. */
  alike: [string, string][]
  /** Names and what their bearers are called. */
  shortForms: [string, string][]
  /** Spellings of one name. */
  spellings: [string, string][]
  newborns: string[]
}

const rows = rowsIn(new URL('hard-names.tsv', import.meta.url))

function namesOf(part: string): NameStock {
  const words = (kind: string) =>
    rows
      .find(([ofPart, ofKind]) => ofPart === part && ofKind === kind)!
      .slice(2)
      .map((word) => word.replaceAll('_', ' '))
  const pairs = (kind: string) => words(kind).map((pair) => pair.split('/', 2) as [string, string])
  return {
    female: words('female'),
    male: words('male'),
    families: words('families'),
    common: {
      female: words('common.female'),
      male: words('common.male'),
      families: words('common.families'),
    },
    alike: pairs('alike'),
    shortForms: pairs('shortForms'),
    spellings: pairs('spellings'),
    newborns: words('newborns'),
  }
}

export const tuned = namesOf('tuned')
export const heldOut = namesOf('heldOut')
