import type { Reader } from '#platform'

/** A message to one person, in sentences. */
export interface Letter {
  /** An address, and nothing else. */
  to: string
  subject: string
  /** In this order: sentences, links on a line of their own, and lists. */
  body: (string | Link | string[])[]
}

export interface Link {
  text: string
  url: string
}

/** What a letter is written with. */
export interface LetterContext {
  reader: Reader
  /** As `named`. */
  organisation: string
  /** IANA name. */
  timeZone: string
  baseUrl: string
  /** Makes the tokens in links. */
  secret: string
}

/** What a letter is about, as it waits in the queue: who and which, never a secret. */
export interface LetterData {
  /** Tells this letter from others of its kind; one that is sent twice has the same Message-ID. */
  id: string
}

/** One kind of letter. It is written when it is sent, so that it says what holds by then. */
export interface LetterKind<Data extends LetterData = never> {
  /** `invitation`. */
  kind: string
  /** Null where there is nothing to say any more. */
  write(context: LetterContext, data: Data): Promise<Letter | null>
}

/** Marks that would turn the text around them. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineBreaksAndControls = /[\s\p{Cc}]+/gu
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Someone's or something's name as it stands in a sentence: on one line, at most 100 characters, and, where it is
 * written from the right, apart from the sentence's own direction (Unicode's first strong isolate).
 */
export function named(name: string): string {
  const plain = name.replace(turning, '').replace(lineBreaksAndControls, ' ').trim()
  const short = [...plain].length > 100 ? `${[...plain].slice(0, 99).join('')}…` : plain
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short
}

/** `28 November 2026 at 15:05 CET`. */
export function inWords(at: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(at))
  const format = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone } as const
  return `${day} at ${new Intl.DateTimeFormat('en-GB', format).format(new Date(at))}`
}
