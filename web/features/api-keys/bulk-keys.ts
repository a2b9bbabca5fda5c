import { type ApiKey, type ApiKeyOfSomeone, listAuditLog, revokeApiKey } from '#contract'
import { plural } from '../../components/format.ts'
import { type Bulk, bulkAction } from '../../components/table/bulk.ts'

const bulkOf = <Key extends ApiKey>(nameOf: (key: Key) => string): Bulk<Key> => ({
  nameOf,
  countOf: (keys) => plural(keys, 'key'),
  actions: [
    bulkAction({
      label: 'Revoke',
      done: 'revoked',
      operation: revokeApiKey,
      input: ({ id }: Key) => ({ keyId: id }),
      isFor: ({ status }) => status !== 'revoked',
      consequences: 'Programs that use these keys stop working immediately. This cannot be undone.',
      also: [listAuditLog],
    }),
  ],
})

/** What can be done with several of your own keys. */
export const bulkOfKeys = bulkOf(({ name }: ApiKey) => name)

/** What can be done with several keys of all users. */
export const bulkOfEveryonesKeys = bulkOf(({ name, owner }: ApiKeyOfSomeone) => `${name} of ${owner.name}`)
