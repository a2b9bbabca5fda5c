/** Divides items into lists whose sizes add up to `room` at most; a larger item is alone. */
export function batchesOf<Item>(items: Item[], sizeOf: (item: Item) => number, room: number): Item[][] {
  const batches: Item[][] = []
  let left = 0
  for (const item of items) {
    const size = sizeOf(item)
    const last = batches.at(-1)
    if (last && size <= left) last.push(item)
    else {
      batches.push([item])
      left = room
    }
    left -= size
  }
  return batches
}
