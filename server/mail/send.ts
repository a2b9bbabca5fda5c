import type { SendMailOptions, Transporter } from 'nodemailer'

export interface Smtp {
  /** `smtp://` or `smtps://`, with user and password. */
  url: string
  /** The sender's address. */
  from: string
}

/** A failed delivery. The message never quotes the server's reply, which may repeat the email and its links. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether retrying is pointless. */
  readonly permanent: boolean

  constructor({ code, command, responseCode }: SmtpFailure) {
    const step = /^[A-Z ]+$/.test(command ?? '') ? ` at ${command}` : ''
    const answer = Number.isInteger(responseCode) ? `, answer ${responseCode}` : ''
    super(`The SMTP server did not accept the message${step} (${code ?? 'no code'}${answer})`)
    // A wrong password or sender is a fault of the settings. Once they are fixed, the email can be sent.
    const ofMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
    this.permanent = ofMessage && responseCode !== undefined && responseCode >= 500
  }
}

interface SmtpFailure {
  code?: string
  command?: string
  responseCode?: number
}

const limits = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Sends one message over a connection of its own. @throws MailError */
export async function sendBySmtp(url: string, message: SendMailOptions): Promise<void> {
  const transport = await connect(url)
  try {
    await transport.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
  } catch (error) {
    throw new MailError(error as SmtpFailure)
  } finally {
    transport.close()
  }
}

async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { protocol, username, hostname } = new URL(url)
  // Never sends a password without TLS, even if someone in between claims that the server does not support it.
  const requireTLS = protocol === 'smtp:' && username !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname)
  return createTransport({ url, ...limits, ...(requireTLS && { requireTLS }) })
}
