/** Returns how statements call a table or sequence of a backup: the search path leads to ours, whatever their schema is called. */
export const relation = (name: string): string => name.replace(/^public\./, '')
