/** Where the text begins that is in sight, about; in UTF-16 units. */
export function offsetInSight(): number {
  const belowTheBars = 130
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-reader-text] [data-start]')]
  const inSight = blocks
    .filter((block) => block.getBoundingClientRect().bottom > belowTheBars)
    .map((block) => Number(block.dataset.start))
  return inSight.length > 0 ? Math.min(...inSight) : 0
}
