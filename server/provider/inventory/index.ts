import { adjust } from './adjust.ts'
import { create as createItem } from './items/create.ts'
import { get as getItem } from './items/get.ts'
import { list as listItems } from './items/list.ts'
import { update as updateItem } from './items/update.ts'
import { levels } from './levels.ts'
import { listLedger } from './list-movements.ts'
import { create as createLocation } from './locations/create.ts'
import { list as listLocations } from './locations/list.ts'
import { receive } from './receive.ts'
import { reverse } from './reverse.ts'

export const inventoryOperations = [
  listItems,
  createItem,
  getItem,
  updateItem,
  listLocations,
  createLocation,
  receive,
  adjust,
  reverse,
  levels,
  listLedger,
]

export { inventoryInvariants } from './invariants.ts'
export { type Movement, movementsOf } from './ledger/movements.ts'
export { findItems } from './ledger/read.ts'
export { type ReturnLine, returnStock } from './return.ts'
export { type StockDocument, type TakeLine, takeStock } from './take.ts'
