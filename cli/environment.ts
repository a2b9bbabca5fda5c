import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

const { AERIE_URL, AERIE_API_KEY, XDG_CONFIG_HOME = '', NO_COLOR, TERM } = process.env

/** Settings from the environment; an empty variable counts as unset. */
export const environment = {
  url: AERIE_URL || undefined,
  apiKey: AERIE_API_KEY || undefined,
  /** By the XDG Base Directory Specification, which ignores relative paths. */
  configFolder: join(isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config'), 'aerie'),
  /** See no-color.org. */
  plain: Boolean(NO_COLOR) || TERM === 'dumb',
}
