import { Secrets } from '#platform'

/** What tests take the browser's origin to be; no test but the browser's own opens it. */
export const testOrigin = 'http://aerie.test'
export const testSecret = 'a secret that only the tests know and of some length'
export const testSecrets = new Secrets([testSecret])

/** A node's settings in a test, and over them those of the test's own choice. */
export function testSettings(own: Record<string, string | undefined>): Record<string, string | undefined> {
  return { PORT: '0', BASE_URL: testOrigin, SECRET: testSecret, LOG_LEVEL: 'silent', ...own }
}
