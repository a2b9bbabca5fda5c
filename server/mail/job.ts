import type { Transaction } from '#database'
import type { Job, Jobs, Secrets } from '#platform'
import { type EmailContext, type EmailData, type EmailKind, named } from './email.ts'
import { render } from './render.ts'
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
    timeLimitSeconds: 120,
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
          to: { name: '', address: written.to },
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
