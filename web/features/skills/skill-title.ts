/** Returns the title of a skill from its name: `key-phrases` is “Key phrases”. */
export const skillTitle = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
