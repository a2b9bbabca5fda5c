import type { pseudonymiseProject } from '#contract'
import { wordsOf } from '#engines/language'
import { formOf, Pseudonyms } from '#engines/pseudonyms'
import { type Call, Refusal } from '#platform'
import type { NameForm } from '../library/names.ts'

type Someone = Call<typeof pseudonymiseProject>['body']['names'][number]
type Field = { path: string; message: string }

const mostForms = 10_000
const mostWords = 30

/** The names of a project with those of a call. */
export interface Added {
  /** Of each name of the call. */
  pseudonyms: string[]
  /** Of all names. */
  forms: NameForm[]
}

/**
 * Adds the names of a call to those of a project. A name that has a form in common with one of these is the same person’s, and keeps
 * its pseudonym.
 * @throws Refusal `validation_failed` with each field that is wrong
 */
export function addNames(projectId: string, present: NameForm[], names: Someone[]): Added {
  const known = new Map(present.map((form) => [form.hash, form]))
  const fields: Field[] = []
  const taken = new Set(present.map(({ pseudonym }) => pseudonym))
  const pseudonyms = names.map((someone, n) => {
    const path = `names[${n}]`
    const written = writtenForms(someone)
    for (const { text, at } of written) fields.push(...wrongWith(text, `${path}.${at}`))
    const forms = written.map(({ text }) => formOf(projectId, text))
    const persons = [...new Set(forms.flatMap(({ hash }) => known.get(hash)?.pseudonym ?? []))]
    const [former] = persons
    const { pseudonym = former ?? nextFree(taken) } = someone
    if (persons.length > 1)
      fields.push({ path, message: `Has forms of two people, “${persons[0]}” and “${persons[1]}”` })
    else if (former !== undefined && pseudonym !== former)
      fields.push({
        path: `${path}.pseudonym`,
        message: `The project already replaces this name by “${former}”`,
      })
    else if (former === undefined && taken.has(pseudonym))
      fields.push({ path: `${path}.pseudonym`, message: `“${pseudonym}” is somebody else’s pseudonym` })
    taken.add(pseudonym)
    for (const form of forms) known.set(form.hash, { ...form, pseudonym })
    return pseudonym
  })
  for (const [n, { name }] of names.entries()) {
    const form = formOf(projectId, lastWordFirst(name))
    if (form.words > 1 && !known.has(form.hash)) known.set(form.hash, { ...form, pseudonym: pseudonyms[n]! })
  }
  const forms = [...known.values()]
  if (forms.length > mostForms)
    fields.push({ path: 'names', message: `A project has at most ${mostForms} forms of names` })
  refuse(fields)
  const all = new Pseudonyms(projectId, forms)
  const replaced = [...taken].find((pseudonym) => all.occursIn(pseudonym))
  if (replaced !== undefined)
    refuse([{ path: 'names', message: `The pseudonym “${replaced}” has one of the names in it` }])
  return { pseudonyms, forms }
}

function refuse(fields: Field[]): void {
  const [first] = fields
  if (first) throw new Refusal('validation_failed', `${first.path}: ${first.message}`, { fields })
}

const writtenForms = ({ name, forms = [] }: Someone) => [
  { text: name, at: 'name' },
  ...forms.map((text, n) => ({ text, at: `forms[${n}]` })),
]

function wrongWith(text: string, path: string): Field[] {
  const words = wordsOf(text)
  if (words.length > mostWords) return [{ path, message: `Enter at most ${mostWords} words` }]
  const isLong = words.join('').length > 1
  return isLong ? [] : [{ path, message: 'Enter at least two letters: one alone is almost everywhere' }]
}

const lastWordFirst = (name: string): string => {
  const words = wordsOf(name)
  return [words.at(-1), ...words.slice(0, -1)].join(' ')
}

function nextFree(taken: Set<string>): string {
  for (let n = taken.size + 1; ; n++) if (!taken.has(`Person ${n}`)) return `Person ${n}`
}
