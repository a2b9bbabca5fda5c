interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

/** Reads a whole list. */
export async function everyPage<Row>(
  read: (place: { limit: number; cursor?: string }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: Page<Row> = await read({ limit: 200, ...(cursor && { cursor }) })
    rows.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return rows
}
