// Prints how many adjustments of three items a second @medusajs/inventory does: node inventory.js URL SECONDS CALLERS
import { MedusaApp, MedusaAppMigrateUp } from '@medusajs/framework/modules-sdk'

const [url, seconds, callers] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const options = {
  modulesConfig: {
    inventory: {
      resolve: '@medusajs/inventory',
      definition: { key: 'inventory', label: 'Inventory', defaultPackage: '@medusajs/inventory' },
    },
  },
  sharedResourcesConfig: { database: { clientUrl: url, pool: { min: 0, max: callers } } },
}
await MedusaAppMigrateUp(options)
const { inventory } = (await MedusaApp(options)).modules
const items = await inventory.createInventoryItems(
  Array.from({ length: 300 }, () => ({ sku: crypto.randomUUID() })),
)
await inventory.createInventoryLevels(
  items.map(({ id }) => ({ inventory_item_id: id, location_id: 'main', stocked_quantity: 1_000_000 })),
)

let done = 0
const until = performance.now() + seconds * 1000
async function caller() {
  while (performance.now() < until) {
    const first = Math.floor(Math.random() * 100) * 3
    const line = ({ id }) => ({ inventoryItemId: id, locationId: 'main', adjustment: -1 })
    await inventory.adjustInventory(items.slice(first, first + 3).map(line))
    done++
  }
}
await Promise.all(Array.from({ length: callers }, caller))
console.log(done / seconds)
process.exit(0)
