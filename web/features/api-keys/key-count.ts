import { mostKeysCounted } from '#contract'
import { formatCount } from '../../components/format.ts'

/** Returns `12`, or `1,000+` where counting stopped. */
export const upTo = (count: number): string => formatCount(count) + (count === mostKeysCounted ? '+' : '')

/** Returns `1 key` or `12 keys`, with what is special about them, such as `active`. */
export const keyCount = (count: number, special = ''): string =>
  [upTo(count), special, count === 1 ? 'key' : 'keys'].filter(Boolean).join(' ')
