import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Files of the web app are missing. Its message is for operators. */
export class PagesError extends Error {}

/**
 * Reads the documents for pages with the navigation and without; null if the web app is not built.
 * @throws PagesError if the build is of another version or incomplete
 */
export async function readDocuments(folder: URL): Promise<{ inShell: string; elsewhere: string } | null> {
  const [inShell, elsewhere] = await Promise.all(
    ['shell.html', 'index.html'].map((file) =>
      readFile(new URL(file, folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    ),
  )
  if (elsewhere === undefined) return null
  if (inShell === undefined)
    throw new PagesError(
      `The web app in ${fileURLToPath(folder)} is of another version or incomplete. Build it again: node scripts/setup.mjs`,
    )
  return { inShell, elsewhere }
}
