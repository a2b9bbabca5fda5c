export { Moves } from './moves.ts'
export { replaceInPart } from './part.ts'
export { type Form, formOf, Pseudonyms, type Replacement } from './pseudonyms.ts'
export { replaceInQuery } from './query.ts'
