import { operator, record } from '#audit'
import { newId } from '#platform'
import { knownSecrets } from '../../start/known-secrets.ts'
import type { StandaloneCommand } from './command.ts'
import { openInstallation, secretsOf } from './installation.ts'

export const secretAcceptCommand: StandaloneCommand = {
  name: 'secret accept',
  summary:
    'Continue with a different SECRET because the former one is lost: sessions and two-factor setups are lost, and seals cannot be verified.',
  options: {},
  async runAlone(config) {
    const { db } = await openInstallation(config, 'migrate', { acceptSecrets: true })
    try {
      const { newest } = await secretsOf(config)
      const formerSecrets = (await knownSecrets(db.pool)).filter((id) => id !== newest.id).join(', ')
      await db.transaction((tx) =>
        record(
          tx,
          operator,
          'secret.rotate',
          { type: 'secret', id: newId(), label: newest.id },
          { formerSecrets },
        ),
      )
      return `Aerie now starts with the secret ${newest.id}. Everyone has to sign in again, and users with two-factor authentication need a recovery code.`
    } finally {
      await db.close()
    }
  },
}
