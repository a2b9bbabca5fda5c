import { z } from 'zod'

const textAtMost = 2000

/** A sentence of a model on one line; empty if it is none. */
export const sentence = z
  .string()
  .catch('')
  .transform((text) => text.toWellFormed().replaceAll('\u0000', '').replace(/\s+/g, ' ').trim())
  .transform((text) => (text.length <= textAtMost ? text : ''))

/** A list in which models leave out the brackets around a single item, or the whole list. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((given) => (given === undefined || given === null ? [] : [given].flat()), z.array(item))

/** The number of an item in the prompt, from 1; 0 if it is none. */
export const itemNumber = z.coerce.number().int().catch(0)

/** Items of a list, without those that are no objects. */
export const objects = <Item extends z.ZodType>(item: Item) =>
  z.array(item.nullable().catch(null)).transform((items) => items.filter((one) => one !== null))
