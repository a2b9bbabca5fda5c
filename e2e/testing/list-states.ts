import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { errors, type Problem } from '#contract'
import { arrive } from './looks.ts'
import { seriousFindings } from './pages.ts'

export interface ListOnPage {
  label: string
  path: string
  /** Where its rows come from. */
  api: string
  /** How it begins to say that there is nothing. */
  empty: string
  /** Filters that let nothing through, where it can be filtered. */
  nothing?: string
}

/** Walks a list through loading, failed, full, filtered to nothing, and empty. It must hold something. */
export async function assertStates(page: Page, list: ListOnPage): Promise<void> {
  const { label, path, api, empty, nothing } = list
  const gate = Promise.withResolvers<void>()
  let answer: 'refusal' | 'real' | 'empty' = 'refusal'
  await page.route(
    ({ pathname }) => pathname === api,
    async (route) => {
      await gate.promise
      if (answer === 'real') return route.continue()
      if (answer === 'empty') return route.fulfill({ json: noRows })
      return route.fulfill({ status: 403, contentType: 'application/problem+json', json: refusal })
    },
  )
  const table = page.getByRole('table', { name: label, exact: true })
  const rows = table.getByRole('row')

  await page.goto(path)
  await page.locator('[aria-busy="true"]').filter({ has: table }).getByText('Loading').waitFor()
  assert.deepEqual(await seriousFindings(page, 'main'), [], 'loading')

  gate.resolve()
  const alert = page.getByRole('alert').filter({ hasText: `${label} could not be loaded` })
  await alert.getByText(refusal.requestId).waitFor()
  assert.deepEqual(await seriousFindings(page, 'main'), [], 'failed')

  answer = 'real'
  await alert.getByRole('button', { name: 'Try again' }).click()
  await rows.nth(1).waitFor()

  if (nothing) {
    await arrive(page, `${path}?${nothing}`)
    await page.getByText('Nothing matches').waitFor()
    assert.deepEqual(await seriousFindings(page, 'main'), [], 'filtered to nothing')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rows.nth(1).waitFor()
    assert.equal(new URL(page.url()).search, '')
  }

  answer = 'empty'
  await arrive(page, path)
  await page.getByText(empty).first().waitFor()
  assert.deepEqual(await seriousFindings(page, 'main'), [], 'empty')
  await page.unrouteAll()
}

/** An empty list, with what some lists say beside their rows. */
const noRows = {
  data: [],
  nextCursor: null,
  activeCount: 0,
  concerns: { neverExpires: 0, longUnused: 0, ownerDisabled: 0 },
  counts: { queued: 0, extracting: 0, ready: 0, failed: 0 },
  totals: [],
  schedule: { at: '02:00', timeZone: 'UTC', keep: 30, nextAt: '2026-01-01T02:00:00.000Z' },
}

const refusal: Problem & { requestId: string } = {
  type: 'about:blank',
  ...errors.forbidden,
  detail: errors.forbidden.title,
  code: 'forbidden',
  requestId: 'the-id-of-this-request',
}
