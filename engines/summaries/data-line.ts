/** Writes data as JSON on one line, so that nothing in it can be mistaken for a part of the prompt. */
export const dataLine = (data: object): string =>
  // These two end lines in some languages, but are not escaped in JSON.
  JSON.stringify(data).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)

/** Who said or wrote something, and when, as far as it is known. */
export interface Origin {
  speaker?: string | null | undefined
  author?: string | null | undefined
  /** When it was said or written. */
  date?: string | null | undefined
}

/** Longer names are cut: labels of speakers, which others wrote, must not displace the text. */
const nameCharsAtMost = 100

const named = (name: string | null | undefined) => name?.slice(0, nameCharsAtMost).toWellFormed() || undefined

/** Returns an origin for `dataLine`, without what is not known. */
export const originFields = ({ speaker, author, date }: Origin) => ({
  speaker: named(speaker),
  author: named(author),
  date: date?.slice(0, 10),
})

export const passageLine = (
  passage: number,
  { title, text, ...origin }: Origin & { title: string; text: string },
): string => dataLine({ passage, source: title, ...originFields(origin), text })
