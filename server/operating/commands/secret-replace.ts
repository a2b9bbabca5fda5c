import { operator, record } from '#audit'
import { newId } from '#platform'
import type { StandaloneCommand } from './command.ts'
import { openInstallation, secretsOf } from './installation.ts'
import { counted, type SecretUse, secretUses, usesInWords } from './secret-uses.ts'

export const secretReplaceCommand: StandaloneCommand = {
  name: 'secret replace',
  summary:
    'Continue with a new SECRET because the former one is lost for good. Sessions, two-factor setups and seals of the audit log become unreadable.',
  options: {},
  async runAlone(config) {
    const { db } = await openInstallation(config, 'migrate', { replacesSecrets: true })
    try {
      const secrets = await secretsOf(config)
      const lost = (await secretUses(db.reader, secrets)).filter(
        ({ secretId }) => !secrets.ids.includes(secretId),
      )
      await db.transaction((tx) =>
        record(
          tx,
          operator,
          'secret.rotate',
          { type: 'secret', id: newId(), label: secrets.newest.id },
          { formerSecrets: lost.map(({ secretId }) => secretId).join(', ') },
        ),
      )
      return [`Aerie now starts with the secret ${secrets.newest.id}.`, ...consequences(lost)].join(' ')
    } finally {
      await db.close()
    }
  },
}

function consequences(lost: SecretUse[]): string[] {
  const sumOf = (field: 'users' | 'sessions' | 'seals') => lost.reduce((sum, use) => sum + use[field], 0)
  const [users, sessions, seals] = [sumOf('users'), sumOf('sessions'), sumOf('seals')]
  const uses = usesInWords({ users, sessions, seals })
  if (uses === '') return ['Nothing depended on another.']
  return [
    `Without the former one, these are lost: ${uses}.`,
    ...(sessions > 0 ? ['Everyone has to sign in again.'] : []),
    ...(users > 0 ? [`${counted(users, 'user')} will need a recovery code.`] : []),
  ]
}
