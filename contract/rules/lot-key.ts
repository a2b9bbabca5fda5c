/**
 * Returns the name of a lot for comparison: names that differ only in case name one lot. As in the database, this is the case of
 * ASCII letters, which is the same everywhere.
 */
export const lotKey = (name: string): string => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
