import { relative, resolve } from 'node:path'
import { z } from 'zod'
import { currency, email, password, text } from '#contract'
import { folderAddress, readS3Address, writeS3Address } from '#files'
import {
  isHost,
  isLoopback,
  isNetwork,
  isOrigin,
  isPrivate,
  problemOfDatabaseUrl,
  urlHost,
} from './addresses.ts'
import { readSecretFiles } from './secret-files.ts'
import { readSecretList } from './secret-list.ts'

const host = z.string().refine(isHost, 'Not an IP address or host name such as 127.0.0.1')

/** Describes a setting that is secret: it can also come from a file. */
const secret = (description: string) => ({ description, secret: true })

/**
 * All settings. A test compares the table in docs/operating.md with them, including descriptions. An empty value counts
 * as not set.
 */
export const settings = z.object({
  HOST: host.default('127.0.0.1').describe('The address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('The port to listen on'),
  BASE_URL: z
    .string()
    .refine(
      isOrigin,
      'Not an address such as https://aerie.example.org. Leave out any path, query, fragment and password',
    )
    .transform((address) => new URL(address).origin)
    .optional()
    .describe('The address that browsers open; defaults to `http://HOST:PORT`'),
  TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.1,::1')
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine((list) => list.every(isNetwork), 'Not a list of addresses such as 10.0.0.5,10.1.0.0/16')
    .describe('Addresses and networks of proxies whose `X-Forwarded-For` is trusted'),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder for uploaded files, the embedded database and the secret'),
  FILES: z
    .string()
    .transform((text, { addIssue }) => {
      const address = readS3Address(text)
      if (!('problem' in address)) return writeS3Address(address)
      addIssue(address.problem)
      return z.NEVER
    })
    .optional()
    .describe(
      'Object storage for uploaded files, such as `s3://bucket/prefix?region=eu-west-1`; defaults to a folder in DATA_DIR',
    ),
  DATABASE_URL: z
    .string()
    .check(({ value, issues }) => {
      const message = problemOfDatabaseUrl(value)
      if (message) issues.push({ code: 'custom', input: value, message })
    })
    .optional()
    .meta(secret('PostgreSQL 15 or newer; defaults to the embedded database')),
  DATABASE_CA_FILE: z
    .string()
    .optional()
    .describe('Certificates of the authority of the PostgreSQL server, in PEM; the same as `sslrootcert`'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe('PostgreSQL connections per node'),
  SECRET: z
    .string()
    .transform((list, { issues }) => {
      try {
        return readSecretList(list)
      } catch (error) {
        issues.push({ code: 'custom', input: list, message: (error as Error).message })
        return z.NEVER
      }
    })
    .optional()
    .meta(
      secret(
        'Signs sessions and audit log seals, at least 32 characters. Several: `new,old`. Required with DATABASE_URL, otherwise generated on first start',
      ),
    ),
  OWNER_EMAIL: email.optional().describe('With OWNER_PASSWORD, creates the owner on first start'),
  OWNER_PASSWORD: password
    .optional()
    .meta(secret('The owner’s initial password, at least 12 characters and not easy to guess')),
  OWNER_NAME: text(1, 100).default('Owner').describe('The owner’s name'),
  MAX_UPLOAD_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Maximum size of an uploaded file, in megabytes'),
  MODEL_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('OpenAI-compatible endpoint for custom skills, such as `https://models.example.org/v1`'),
  MODEL_NAME: z.string().optional().describe('Name of the model; required with MODEL_URL'),
  MODEL_KEY: z.string().optional().meta(secret('API key for the endpoint, if it needs one')),
  MODEL_CONTEXT: z.coerce
    .number()
    .int()
    .min(8_000)
    .max(2_000_000)
    .default(32_000)
    .describe('The model’s context size, in tokens: what one call may contain, including the answer'),
  MODEL_TOKENS: z.coerce
    .number()
    .int()
    .max(1_000_000_000)
    .default(2_000_000)
    .describe(
      'Maximum tokens per run, at least 4 × MODEL_CONTEXT. A run that reaches it reports on what it has read',
    ),
  MODEL_MINUTES: z.coerce
    .number()
    .int()
    .min(5)
    .max(1380)
    .default(60)
    .describe('Time limit of runs on the model, in minutes'),
  MODEL_PRICES: z
    .string()
    .transform((text, { addIssue }) => {
      const prices = readModelPrices(text)
      if (prices) return prices
      addIssue('Not prices such as 0.15/0.60 USD')
      return z.NEVER
    })
    .optional()
    .describe(
      'Prices of a million input and output tokens, such as `0.15/0.60 USD`; adds the cost to each run',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Not an address such as smtps://user:password@mail.example.org' })
    .optional()
    .meta(secret('Server for outgoing email: `smtps://user:password@host`, or `smtp:` for STARTTLS')),
  MAIL_FROM: email.optional().describe('Sender address of emails; required with SMTP_URL'),
  OIDC_ISSUER: z
    .string()
    .refine(isPrivate, 'Not an address such as https://id.example.org; http is for this machine only')
    .optional()
    .describe('OpenID Connect identity provider that users can sign in with'),
  OIDC_CLIENT_ID: z.string().optional().describe('Client id at the provider; required with OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .meta(secret('Client secret at the provider; required with OIDC_ISSUER')),
  OIDC_NAME: text(1, 60).default('single sign-on').describe('Label of the provider’s sign-in button'),
  BACKUP_TO: z.string().optional().describe('Folder for backups, outside DATA_DIR. Disabled by default'),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time such as 02:00')
    .default('02:00')
    .describe('When to back up each day, in the organisation’s time zone'),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(30).describe('How many backups to keep'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Separate port for metrics. Disabled by default'),
  METRICS_HOST: host.default('127.0.0.1').describe('The address to serve metrics on'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Log level: `debug`, `info`, `warn`, `error` or `silent`'),
})

/** The names of the settings that can come from a file. */
export const secretSettings = Object.entries(settings.shape)
  .filter(([, schema]) => schema.meta()?.secret)
  .map(([name]) => name)

export type Config = ReturnType<typeof readConfig>

/** Settings are missing or not valid; the message names each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads and validates the environment.
 * @throws ConfigError that names every setting that is not valid
 */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const { environment: all, problems } = readSecretFiles(environment, secretSettings)
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  problems.push(...wrong)
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`Settings not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  const env = parsed.data
  refuseContradictions(env)
  const baseUrl = env.BASE_URL ?? `http://${urlHost(env.HOST)}:${env.PORT}`
  return Object.freeze({
    listen: { host: env.HOST, port: env.PORT, settings: { host: 'HOST', port: 'PORT' } },
    baseUrl,
    /** Whether only this machine can reach the server. A proxy in front shows in BASE_URL. */
    onLoopback: isLoopback(env.HOST) && isLoopback(new URL(baseUrl).hostname),
    trustedProxies: env.TRUSTED_PROXIES,
    dataDir: resolve(env.DATA_DIR),
    /** Where uploaded files are: `folder` for the one in DATA_DIR, or `s3://...`. */
    files: env.FILES ?? folderAddress,
    databasePool: env.DATABASE_POOL,
    logLevel: env.LOG_LEVEL,
    metrics:
      env.METRICS_PORT === undefined
        ? null
        : {
            host: env.METRICS_HOST,
            port: env.METRICS_PORT,
            settings: { host: 'METRICS_HOST', port: 'METRICS_PORT' },
          },
    backups:
      env.BACKUP_TO === undefined
        ? null
        : { to: resolve(env.BACKUP_TO), at: env.BACKUP_AT, keep: env.BACKUP_KEEP },
    maxUploadBytes: env.MAX_UPLOAD_MB * 1_000_000,
    secrets: secretsOf(env),
  })
}

type Settings = z.output<typeof settings>

/** @throws ConfigError if settings do not fit each other */
function refuseContradictions(env: Settings): void {
  if (env.DATABASE_URL && !env.SECRET)
    throw new ConfigError('SECRET is required with DATABASE_URL: all nodes must share it.')
  if (env.DATABASE_CA_FILE && (!env.DATABASE_URL || /[?&]sslrootcert=/.test(env.DATABASE_URL)))
    throw new ConfigError('DATABASE_CA_FILE needs a DATABASE_URL without sslrootcert.')
  for (const [one, other] of pairs) {
    if ((env[one] === undefined) !== (env[other] === undefined))
      throw new ConfigError(`Set both ${one} and ${other}, or neither.`)
  }
  if (env.MODEL_TOKENS < 4 * env.MODEL_CONTEXT)
    throw new ConfigError('MODEL_TOKENS must be at least 4 × MODEL_CONTEXT.')
  if (env.BACKUP_TO !== undefined) {
    const [dataDir, backupTo] = [resolve(env.DATA_DIR), resolve(env.BACKUP_TO)]
    if (isWithin(backupTo, dataDir) || isWithin(dataDir, backupTo))
      throw new ConfigError('Set BACKUP_TO to a folder outside DATA_DIR, best on another disk.')
  }
  const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET]
  if (new Set(oidc.map((value) => value === undefined)).size > 1)
    throw new ConfigError('Set all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none.')
}

function secretsOf(env: Settings) {
  const { OWNER_EMAIL, OWNER_PASSWORD, OWNER_NAME } = env
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env
  return Object.freeze({
    databaseUrl:
      env.DATABASE_URL && env.DATABASE_CA_FILE
        ? withParameter(env.DATABASE_URL, 'sslrootcert', resolve(env.DATABASE_CA_FILE))
        : env.DATABASE_URL,
    secret: env.SECRET,
    model:
      env.MODEL_URL && env.MODEL_NAME
        ? {
            url: env.MODEL_URL,
            name: env.MODEL_NAME,
            key: env.MODEL_KEY,
            contextTokens: env.MODEL_CONTEXT,
            tokensPerRun: env.MODEL_TOKENS,
            minutes: env.MODEL_MINUTES,
            prices: env.MODEL_PRICES ?? null,
          }
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
  })
}

const withParameter = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`

const pairs = [
  ['OWNER_EMAIL', 'OWNER_PASSWORD'],
  ['MODEL_URL', 'MODEL_NAME'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const

/** Returns whether a path is a folder or something in it. */
export const isWithin = (path: string, folder: string): boolean =>
  !/^\.\.(\/|\\|$)/.test(relative(folder, path))

/** Prices of a million tokens, as decimals. */
interface ModelPrices {
  input: string
  output: string
  currency: string
}

/** Reads prices such as `0.15/0.60 USD`. @returns null if they are not valid */
function readModelPrices(text: string): ModelPrices | null {
  const parts = /^(?<input>\d{1,6}(?:\.\d{1,6})?)\/(?<output>\d{1,6}(?:\.\d{1,6})?) (?<code>[A-Z]{3})$/.exec(
    text.trim(),
  )
  const { input = '', output = '', code = '' } = parts?.groups ?? {}
  return currency.safeParse(code).success ? { input, output, currency: code } : null
}
