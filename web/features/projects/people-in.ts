// Separate because a test reads it without a browser.
import type { Input, pseudonymiseProject } from '#contract'

type People = Input<typeof pseudonymiseProject>['names']

/** Reads a person from each line: `Vera Stein, Vera, Veras = Courier`. Blank ones are skipped. */
export const peopleIn = (text: string): People =>
  text.split('\n').flatMap((line) => {
    const [written = '', pseudonym = ''] = line.split('=')
    const [name, ...forms] = written
      .split(',')
      .map((form) => form.trim())
      .filter(Boolean)
    if (name === undefined) return []
    return [
      { name, ...(forms.length > 0 && { forms }), ...(pseudonym.trim() && { pseudonym: pseudonym.trim() }) },
    ]
  })
