import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { testOrigin, testSecret } from '#testing'
import { inherited } from '../server/testing/environment.ts'

const program = new URL('../server/aerie.ts', import.meta.url).pathname

/** Runs `./aerie verify` with files and mentions, while this process may answer as the object storage. */
export async function verify(
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const {
    code = 0,
    stdout,
    stderr,
  } = await promisify(execFile)(process.execPath, [program, 'verify', '--files', '--mentions'], {
    env: { ...inherited, BASE_URL: testOrigin, SECRET: testSecret, ...settings },
  }).catch((error) => error)
  return { code, output: (stdout + stderr).trim() }
}
