import { resolve } from 'node:path'
import { z } from 'zod'
import { email, password, text } from '#contract'

/**
 * Every setting there is. The table in docs/operating.md is compared with this by a test, descriptions included.
 * An empty value counts as not set.
 */
export const settings = z.object({
  HOST: z.string().default('127.0.0.1').describe('The address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('The port to listen on'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where browsers reach Aerie; `http://HOST:PORT` unless set'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('The folder for uploaded files, the embedded database and the secret'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('A PostgreSQL server, 15 or newer; the embedded database unless set'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe('Connections of one node to PostgreSQL'),
  SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Signs sessions, at least 32 characters; required with DATABASE_URL, otherwise made at the first start',
    ),
  OWNER_EMAIL: email.optional().describe('With OWNER_PASSWORD: the owner, made at the first start'),
  OWNER_PASSWORD: password.optional().describe('The owner’s first password, at least 12 characters'),
  OWNER_NAME: text(1, 100).default('Owner').describe('The owner’s name'),
  MAX_UPLOAD_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('The largest file that may be uploaded, in megabytes'),
  MODEL_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'An OpenAI-compatible endpoint such as `https://models.example.org/v1`, for skills of one’s own',
    ),
  MODEL_NAME: z.string().optional().describe('The model to ask there; required with MODEL_URL'),
  MODEL_KEY: z.string().optional().describe('The key to ask with, where the endpoint wants one'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Not an address such as smtps://user:password@mail.example.org' })
    .optional()
    .describe('Sends e-mail: `smtps://user:password@host`, or `smtp:` where TLS is begun later'),
  MAIL_FROM: email.optional().describe('The address that e-mail comes from; required with SMTP_URL'),
  OIDC_ISSUER: z
    .string()
    .refine(isPrivate, 'Not an address such as https://id.example.org; http is for this machine only')
    .optional()
    .describe('An identity provider (OpenID Connect) by which members can sign in'),
  OIDC_CLIENT_ID: z.string().optional().describe('What the provider calls Aerie; required with OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('What Aerie identifies itself with there; required with OIDC_ISSUER'),
  OIDC_NAME: text(1, 60).default('single sign-on').describe('What the button for it says'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('A port of their own for metrics; there are none unless set'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('The address to serve metrics on'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('How much to log'),
})

export type Config = ReturnType<typeof readConfig>

/** A setting is missing or wrong; the message names each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the environment once.
 * @throws ConfigError that names every wrong setting.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`These settings are wrong:\n${wrong.join('\n')}`)
  }
  const env = parsed.data
  if (env.DATABASE_URL && !env.SECRET) {
    throw new ConfigError('SECRET is required with DATABASE_URL: all nodes must share it.')
  }
  const { OWNER_EMAIL, OWNER_PASSWORD, OWNER_NAME } = env
  if ((OWNER_EMAIL === undefined) !== (OWNER_PASSWORD === undefined)) {
    throw new ConfigError('OWNER_EMAIL and OWNER_PASSWORD go together.')
  }
  if ((env.MODEL_URL === undefined) !== (env.MODEL_NAME === undefined)) {
    throw new ConfigError('MODEL_URL and MODEL_NAME go together.')
  }
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined)) {
    throw new ConfigError('SMTP_URL and MAIL_FROM go together.')
  }
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env
  if (
    new Set([OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].map((value) => value === undefined)).size > 1
  ) {
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.')
  }
  const baseUrl = (env.BASE_URL ?? `http://${urlHost(env.HOST)}:${env.PORT}`).replace(/\/+$/, '')
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    baseUrl,
    /** Whether only this machine's own people can reach it; a proxy in front shows by its BASE_URL. */
    onLoopback: isLoopback(env.HOST) && isLoopback(new URL(baseUrl).hostname),
    dataDir: resolve(env.DATA_DIR),
    databasePool: env.DATABASE_POOL,
    logLevel: env.LOG_LEVEL,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    maxUploadBytes: env.MAX_UPLOAD_MB * 1_000_000,
    secrets: Object.freeze({
      databaseUrl: env.DATABASE_URL,
      secret: env.SECRET,
      model:
        env.MODEL_URL && env.MODEL_NAME
          ? { url: env.MODEL_URL, name: env.MODEL_NAME, key: env.MODEL_KEY }
          : null,
      mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
      identityProvider:
        OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
          ? {
              issuer: OIDC_ISSUER,
              clientId: OIDC_CLIENT_ID,
              clientSecret: OIDC_CLIENT_SECRET,
              name: OIDC_NAME,
            }
          : null,
      owner:
        OWNER_EMAIL && OWNER_PASSWORD
          ? { email: OWNER_EMAIL, password: OWNER_PASSWORD, name: OWNER_NAME }
          : undefined,
    }),
  })
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host)
}

/** Whether nobody on the way can read or change what is sent to this address. */
function isPrivate(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** A browser cannot open `0.0.0.0` or `::`, and an IPv6 address is written in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
