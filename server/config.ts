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
    maxUploadBytes: env.MAX_UPLOAD_MB * 1_000_000,
    secrets: Object.freeze({
      databaseUrl: env.DATABASE_URL,
      secret: env.SECRET,
      model:
        env.MODEL_URL && env.MODEL_NAME
          ? { url: env.MODEL_URL, name: env.MODEL_NAME, key: env.MODEL_KEY }
          : null,
      owner:
        OWNER_EMAIL && OWNER_PASSWORD
          ? { email: OWNER_EMAIL, password: OWNER_PASSWORD, name: OWNER_NAME }
          : undefined,
    }),
  })
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host)

/** A browser cannot open `0.0.0.0` or `::`, and an IPv6 address is written in brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
