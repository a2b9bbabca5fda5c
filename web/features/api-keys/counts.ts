import { mostKeysCounted } from '#contract'
import { formatCount } from '../../components/format.ts'

/** `12`; `1,000+` where counting has ended. */
export const upTo = (count: number) => formatCount(count) + (count === mostKeysCounted ? '+' : '')
