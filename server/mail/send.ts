import type { SendMailOptions, Transporter } from 'nodemailer'

export interface Smtp {
  /** `smtp://` or `smtps://`, with user and password. */
  url: string
  /** The sender's address. */
  from: string
}

/** Why a message was not taken, in words of our own: what a server answers may repeat the message, links included. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether the server refuses this message, today and tomorrow. */
  readonly permanent: boolean

  constructor({ code, command, responseCode }: SmtpFailure) {
    const step = /^[A-Z ]+$/.test(command ?? '') ? ` at ${command}` : ''
    const answer = Number.isInteger(responseCode) ? `, answer ${responseCode}` : ''
    super(`The SMTP server did not take the message${step} (${code ?? 'no code'}${answer})`)
    // A wrong password or sender is refused for good, too, but by the settings' fault: it is mended, and then the letter goes.
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
  // A password goes over the network under TLS or not at all, whatever stands between and says that there is none.
  const requireTLS = protocol === 'smtp:' && username !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname)
  return createTransport({ url, ...limits, ...(requireTLS && { requireTLS }) })
}
