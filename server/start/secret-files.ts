import { readFileSync } from 'node:fs'
import { own, setOwn } from '#rules/own'

/**
 * Returns the environment with the content of files in place of secrets: `NAME_FILE` names the file of `NAME`, as container
 * engines and systemd pass secrets. A newline at its end is not part of it.
 * @param names of the settings that are secret
 * @returns `problems` one sentence each; never the path, which can be a secret by mistake
 */
export function readSecretFiles(
  environment: Record<string, string | undefined>,
  names: readonly string[],
): { environment: Record<string, string | undefined>; problems: string[] } {
  const read = { ...environment }
  const problems: string[] = []
  for (const name of names) {
    const path = environment[`${name}_FILE`]
    if (!path) continue
    if (own(environment, name)) {
      problems.push(`${name} and ${name}_FILE: Set only one of them`)
      continue
    }
    try {
      setOwn(read, name, readFileSync(path, 'utf8').replace(/(\r?\n)+$/, ''))
      if (own(read, name) === '') problems.push(`${name}_FILE: The file is empty`)
    } catch (error) {
      problems.push(
        `${name}_FILE: ${own(reasons, (error as NodeJS.ErrnoException).code ?? '') ?? unreadable}`,
      )
    }
  }
  return { environment: read, problems }
}

const unreadable = 'The file cannot be read'
const reasons: Record<string, string> = {
  ENOENT: 'The file does not exist',
  ENOTDIR: 'The file does not exist',
  EACCES: 'The server may not read the file',
  EPERM: 'The server may not read the file',
  EISDIR: 'This is a folder. Name a file',
}
