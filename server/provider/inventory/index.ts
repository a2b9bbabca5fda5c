import { adjust } from './adjust.ts'
import { create as createItem } from './items/create.ts'
import { get as getItem } from './items/get.ts'
import { list as listItems } from './items/list.ts'
import { update as updateItem } from './items/update.ts'
import { levels } from './levels.ts'
import { listLedger } from './list-movements.ts'
import { create as createLocation } from './locations/create.ts'
import { list as listLocations } from './locations/list.ts'
import { exportIt as exportRecall } from './lots/export-recall.ts'
import { list as listLots } from './lots/list.ts'
import { quarantine } from './lots/quarantine.ts'
import { recall } from './lots/recall.ts'
import { release } from './lots/release.ts'
import { receive } from './receive.ts'
import { reverse } from './reverse.ts'
import { stockUsed } from './stock-used.ts'
import { transfer } from './transfer.ts'
import { valuation } from './valuation.ts'

export const inventoryOperations = [
  listItems,
  createItem,
  getItem,
  updateItem,
  listLocations,
  createLocation,
  receive,
  adjust,
  transfer,
  reverse,
  levels,
  valuation,
  stockUsed,
  listLedger,
  listLots,
  recall,
  exportRecall,
  quarantine,
  release,
]

export { homeOfInventory } from './home.ts'
export { inventoryInvariants } from './invariants.ts'
export { type Movement, movementsOf } from './ledger/movements.ts'
export { findItems } from './ledger/read.ts'
export { type ReturnLine, returnStock } from './return.ts'
export { searchableStock } from './searchable.ts'
export { type StockDocument, type TakeLine, takeStock } from './take.ts'
