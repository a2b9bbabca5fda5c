import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { until } from '#testing'
import { freePort } from '../../testing/free-port.ts'

/** An SMTP server on loopback that keeps what it is given: start a node with its `settings`. */
export interface MailServer {
  settings: { SMTP_URL: string; MAIL_FROM: string }
  /** What came so far, oldest first. */
  received: ReceivedLetter[]
  /** What it answers to a recipient: 250 takes it, 550 refuses for good, 451 for now. */
  answer: 250 | 451 | 550
  /** What it answers to a sender. */
  answerToSender: 250 | 550
  /** Those to this address whose subject is like that, so far. */
  emailsTo(address: string, subject?: RegExp): ReceivedLetter[]
  /** Waits for so many of them and gives the newest. */
  emailTo(address: string, subject?: RegExp, count?: number): Promise<ReceivedLetter>
  /** Stops listening, as if it were down; `start` listens on the same port again. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface ReceivedLetter extends Email {
  /** The envelope's recipients. */
  recipients: string[]
  raw: string
}

const [user, password] = ['aerie', 'told-to-the-mail-server-only']

/** Without TLS, and only for who knows the password. Stop it after the nodes that use it. */
export async function startMailServer(): Promise<MailServer> {
  // Not one that systems give to connections: one could have it while this does not listen.
  const port = await freePort()
  let server: SMTPServer

  const mailServer: MailServer = {
    settings: { SMTP_URL: '', MAIL_FROM: 'aerie@clinic.test' },
    received: [],
    answer: 250,
    answerToSender: 250,
    emailsTo: (address, subject = /^/) =>
      mailServer.received.filter(
        (letter) => letter.recipients.includes(address) && subject.test(letter.subject ?? ''),
      ),
    async emailTo(address, subject, count = 1) {
      const letters = await until(
        async () => mailServer.emailsTo(address, subject),
        (found) => found.length >= count,
      )
      return letters.at(-1)!
    },
    async start() {
      server = listenOn(port)
      await once(server.server, 'listening')
      mailServer.settings.SMTP_URL = `smtp://${user}:${password}@127.0.0.1:${port}`
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  await mailServer.start()
  return mailServer

  function listenOn(port: number): SMTPServer {
    const created = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth(given, _session, done) {
        const right = given.username === user && given.password === password
        done(right ? null : new Error('Wrong'), { user })
      },
      onMailFrom: (_address, _session, done) => done(refusal(mailServer.answerToSender)),
      onRcptTo: (_address, _session, done) => done(refusal(mailServer.answer)),
      async onData(stream, { envelope }, done) {
        let raw: string
        try {
          raw = Buffer.concat(await stream.toArray()).toString()
        } catch (error) {
          // Whoever was sending was killed.
          return done(error as Error)
        }
        const recipients = envelope.rcptTo.map(({ address }) => address)
        mailServer.received.push({ ...(await PostalMime.parse(raw)), recipients, raw })
        done()
      },
    })
    created.on('error', () => {})
    created.listen(port, '127.0.0.1')
    return created
  }
}

const refusal = (responseCode: number): Error | null =>
  responseCode === 250 ? null : Object.assign(new Error('Not this one'), { responseCode })
