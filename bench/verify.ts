import { spawnSync } from 'node:child_process'
import { testOrigin, testSecret } from '#testing'

/** Runs `./aerie verify` with files and mentions. */
export function verify(settings: Record<string, string>): { code: number | null; output: string } {
  const program = new URL('../server/aerie.ts', import.meta.url).pathname
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'verify', '--files', '--mentions'],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, BASE_URL: testOrigin, SECRET: testSecret, ...settings },
    },
  )
  return { code: status, output: (stdout + stderr).trim() }
}
