import { create } from './projects/create.ts'
import { remove } from './projects/delete.ts'
import { get } from './projects/get.ts'
import { list } from './projects/list.ts'
import { update } from './projects/update.ts'

export const insightsOperations = [list, create, get, update, remove]
