import { withoutDirectionMarks } from '#contract'
import type { Reader } from '#database'
import type { Secrets } from '#platform'

/** An email to one user, or to those who answer for a service user. */
export interface Email {
  /** Addresses without names. */
  to: string | string[]
  subject: string
  /** In order: paragraphs, links and lists. */
  body: (string | Link | string[])[]
}

export interface Link {
  text: string
  url: string
}

/** What an email is written with. */
export interface EmailContext {
  reader: Reader
  /** Formatted by `named`. */
  organisation: string
  /** IANA name. */
  timeZone: string
  baseUrl: string
  /** Derive the tokens in links. */
  secrets: Secrets
}

/** The queued data of an email: ids, never a secret. */
export interface EmailData {
  /** Identifies the email within its kind. If it is sent twice, both have the same Message-ID. */
  id: string
}

/** A kind of email. Its text is written when it is sent, so that it is up to date. */
export interface EmailKind<Data extends EmailData = never> {
  /** `invitation`. */
  kind: string
  /** Returns null if the email is no longer needed. */
  write(context: EmailContext, data: Data): Promise<Email | null>
}

const lineBreaksAndControls = /[\s\p{Cc}]+/gu
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Formats a name for use in a sentence: on one line, at most 100 characters. A right-to-left name is isolated from the
 * sentence's direction (Unicode's first strong isolate).
 */
export function named(name: string): string {
  const plain = withoutDirectionMarks(name).replace(lineBreaksAndControls, ' ').trim()
  const short = [...plain].length > 100 ? `${[...plain].slice(0, 99).join('')}…` : plain
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short
}

/** Formats a date as `28 November 2026`. */
export const formatDate = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

/** Formats a time as `28 November 2026 at 15:05 CET`. */
export function formatTime(at: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(at))
  const format = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone } as const
  return `${day} at ${new Intl.DateTimeFormat('en-GB', format).format(new Date(at))}`
}
