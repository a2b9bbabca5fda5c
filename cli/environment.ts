import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

const { AERIE_URL, AERIE_API_KEY, XDG_CONFIG_HOME = '', NO_COLOR, TERM } = process.env

/** What the command line is told by its surroundings; an empty variable counts as not set. */
export const environment = {
  url: AERIE_URL || undefined,
  apiKey: AERIE_API_KEY || undefined,
  /** After the XDG base directory specification, by which a path that is not absolute is passed over. */
  configFolder: join(isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config'), 'aerie'),
  /** See no-color.org. */
  plain: Boolean(NO_COLOR) || TERM === 'dumb',
}
