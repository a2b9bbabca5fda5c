import type { Transaction } from '#database'
import type { Job, Jobs, Secrets } from '#platform'
import { own } from '#rules/own'
import { type Email, type EmailContext, type EmailData, type EmailKind, type Link, named } from './email.ts'
import { MailError, type Smtp, sendBySmtp } from './send.ts'

/** Queues emails, which are sent if and only if `tx` commits. */
export type QueueEmail = <Data extends EmailData>(
  tx: Transaction,
  email: EmailKind<Data>,
  ...data: Data[]
) => Promise<void>

interface Queued extends EmailData {
  kind: string
}

interface Options {
  smtp: Smtp
  baseUrl: string
  secrets: Secrets
  emails: EmailKind[]
}

export interface Mail {
  job: Job<Queued>
  /** Usable once `sendBy` was called. */
  queueEmail: QueueEmail
  sendBy(jobs: Jobs): void
}

/**
 * Sends queued emails, and retries for about a day while the SMTP server is unavailable. If a node dies after the server
 * accepted an email, it is sent again with the same Message-ID.
 */
export function createMail({ smtp, baseUrl, secrets, emails }: Options): Mail {
  let ownJobs: Jobs | undefined
  const job: Job<Queued> = {
    name: 'mail.send',
    concurrency: 2,
    retries: { limit: 150, delaySeconds: 10 },
    async run({ db, log }, { kind, ...data }) {
      const email = emails.find((email) => email.kind === kind) as EmailKind<EmailData> | undefined
      if (!email) throw new Error(`No email of the kind ${kind}`)
      const { organisationName, timeZone } = await db.reader
        .selectFrom('settings')
        .select(['organisationName', 'timeZone'])
        .executeTakeFirstOrThrow()
      const organisation = named(organisationName)
      const context: EmailContext = { reader: db.reader, organisation, timeZone, baseUrl, secrets }
      const written = await email.write(context, data)
      if (!written) return
      try {
        await sendBySmtp(smtp.url, {
          from: { name: organisation, address: smtp.from },
          to: [written.to].flat().map((address) => ({ name: '', address })),
          subject: written.subject,
          messageId: `<${kind}.${data.id}@${new URL(baseUrl).hostname}>`,
          // RFC 3834: keeps out-of-office replies away.
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...render(written, context),
        })
      } catch (error) {
        if (!(error instanceof MailError && error.permanent)) throw error
        log.error(
          { email: kind, id: data.id, reason: error.message },
          'email rejected by the SMTP server and not sent',
        )
      }
    },
  }
  return {
    job,
    async queueEmail(tx, { kind }, ...data) {
      if (!ownJobs) throw new Error('An email was queued before the jobs run')
      if (data.length > 0) await ownJobs.send(tx, job, ...data.map((each) => ({ kind, ...each })))
    },
    sendBy(jobs) {
      ownJobs = jobs
    },
  }
}

/** Renders an email as plain text and as HTML that loads nothing. */
export function render({ subject, body }: Email, { organisation, baseUrl }: EmailContext) {
  const footer = `${organisation} · ${baseUrl}`
  const text = [...body.map(toText), `-- \n${footer}`].join('\n\n')
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font: 16px/1.5 sans-serif; max-width: 36em">',
    ...body.map(toHtml),
    `<p style="font-size: 13px; color: #666">${escaped(footer)}</p>`,
    '</body></html>',
  ].join('\n')
  return { text, html }
}

function toText(part: string | Link | string[]): string {
  if (typeof part === 'string') return part
  return Array.isArray(part) ? part.map((entry) => `- ${entry}`).join('\n') : `${part.text}:\n${part.url}`
}

function toHtml(part: string | Link | string[]): string {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  if (Array.isArray(part)) return `<ul>${part.map((entry) => `<li>${escaped(entry)}</li>`).join('')}</ul>`
  return `<p><a href="${escaped(part.url)}">${escaped(part.text)}</a></p>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => own(entities, character) ?? '')
