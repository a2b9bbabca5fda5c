import type { Job, Jobs, Transaction } from '#platform'
import { type LetterContext, type LetterData, type LetterKind, named } from './letter.ts'
import { render } from './render.ts'
import { MailError, type Smtp, sendBySmtp } from './send.ts'

/** Queues letters such that they are sent exactly when `tx` commits. */
export type Post = <Data extends LetterData>(
  tx: Transaction,
  letter: LetterKind<Data>,
  ...data: Data[]
) => Promise<void>

interface Queued extends LetterData {
  kind: string
}

interface Options {
  smtp: Smtp
  baseUrl: string
  secret: string
  letters: LetterKind[]
}

export interface Mail {
  job: Job<Queued>
  /** Works once the jobs run. */
  post: Post
  sendBy(jobs: Jobs): void
}

/**
 * Sends queued letters, for about a day where the SMTP server is away. One that dies between the server's yes and the
 * job's end is sent again, under the same Message-ID.
 */
export function createMail({ smtp, baseUrl, secret, letters }: Options): Mail {
  let ownJobs: Jobs | undefined
  const job: Job<Queued> = {
    name: 'mail.send',
    timeLimitSeconds: 120,
    concurrency: 2,
    retries: { limit: 150, delaySeconds: 10 },
    async run({ db, log }, { kind, ...data }) {
      const letter = letters.find((letter) => letter.kind === kind) as LetterKind<LetterData> | undefined
      if (!letter) throw new Error(`There is no letter of the kind ${kind}`)
      const { organisationName, timeZone } = await db.reader
        .selectFrom('settings')
        .select(['organisationName', 'timeZone'])
        .executeTakeFirstOrThrow()
      const organisation = named(organisationName)
      const context: LetterContext = { reader: db.reader, organisation, timeZone, baseUrl, secret }
      const written = await letter.write(context, data)
      if (!written) return
      try {
        await sendBySmtp(smtp.url, {
          from: { name: organisation, address: smtp.from },
          to: { name: '', address: written.to },
          subject: written.subject,
          messageId: `<${kind}.${data.id}@${new URL(baseUrl).hostname}>`,
          // RFC 3834: whoever is away on holiday does not answer it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...render(written, context),
        })
      } catch (error) {
        if (!(error instanceof MailError && error.permanent)) throw error
        log.error(
          { letter: kind, id: data.id, reason: error.message },
          'a letter was refused and is not sent',
        )
      }
    },
  }
  return {
    job,
    async post(tx, { kind }, ...data) {
      if (!ownJobs) throw new Error('A letter was posted before the jobs run')
      if (data.length > 0) await ownJobs.send(tx, job, ...data.map((each) => ({ kind, ...each })))
    },
    sendBy(jobs) {
      ownJobs = jobs
    },
  }
}
