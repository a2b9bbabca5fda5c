import type { Link } from '#mail'

/** The most keys that an email lists. */
export const listedAtMost = 50

/** Returns the lines of a list, with the number of further keys if there are any. */
export const withRest = (lines: string[], more: number): string[] =>
  more > 0 ? [...lines, `and ${more} more`] : lines

/** Links to the page of a person's own keys, or to that of everyone's for the keys of a service user. */
export const linkToKeys = (baseUrl: string, service: string | null): Link =>
  service === null
    ? { text: 'Your API keys', url: `${baseUrl}/settings/api-keys` }
    : { text: 'Everyone’s API keys', url: `${baseUrl}/settings/api-keys/everyone` }
