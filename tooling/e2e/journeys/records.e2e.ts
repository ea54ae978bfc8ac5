import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parseUnits } from '@x/decimal'
import { enterPaperMode, expect, login, register, test } from '../fixtures.ts'
import {
  openForm,
  openOrderRows,
  placeLimit,
  priceAway,
  steady,
  submitName,
  textOf,
} from '../trading.ts'

const WIDTHS = [390, 768, 1280] as const

/**
 * Figures whose digits do not all lie within the cell or line that holds them. Overflow to the
 * start is not scrollable, so boxes are compared.
 */
async function cutFigures(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const cut: string[] = []
    for (const figure of main.querySelectorAll('[data-x-part="number"], [data-x-part="change"]')) {
      const box = figure.getBoundingClientRect()
      if (box.width === 0) continue
      const holder = figure.closest('[role="cell"], dd, li, p') ?? main
      const space = holder.getBoundingClientRect()
      if (
        box.left < space.left - 0.5 ||
        box.right > space.right + 0.5 ||
        holder.scrollWidth > holder.clientWidth
      )
        cut.push(figure.textContent)
    }
    return cut
  })
}

test('shows every digit of assets and markets at any width', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  for (const language of ['en', 'ar'] as const) {
    await page.goto(`${url}/${language}/asset`)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByText('1,000,000,000', { exact: false }).first()).toBeVisible()
      await expect.poll(() => cutFigures(page), `${language}/asset at ${width}`).toEqual([])
    }
    await page.goto(`${url}/${language}/markets`)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.locator('svg polyline')).toHaveCount(9)
      await expect.poll(() => cutFigures(page), `${language}/markets at ${width}`).toEqual([])
      const sideways = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
      await expect.poll(sideways, `${width} does not scroll sideways`).toBe(0)
    }
  }
  expect(consoleErrors).toEqual([])
})

test('aligns the stars of the markets in one column', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  for (const language of ['en', 'ar'] as const) {
    await page.goto(`${url}/${language}/markets`)
    const stars = page.getByRole('table').locator('button[aria-pressed]')
    await expect(stars).toHaveCount(9)
    await expect
      .poll(
        () =>
          stars.evaluateAll(
            (all) => new Set(all.map((star) => Math.round(star.getBoundingClientRect().left))).size,
          ),
        language,
      )
      .toBe(1)
  }
  expect(consoleErrors).toEqual([])
})

test('centres the placeholders for guests and for missing pages', async ({
  page,
  gateway: { url },
}) => {
  for (const path of ['/en/asset', '/en/record/exchange', '/en/nothing-here', '/en/spot/NOTHING']) {
    await page.goto(url + path)
    const placeholder = page.locator('main [data-x-part="empty-state"]')
    await expect(placeholder).toBeVisible()
    const off = async () => {
      const [main, box] = await Promise.all([
        page.getByRole('main').boundingBox(),
        placeholder.boundingBox(),
      ])
      return main && box ? Math.abs(main.y + main.height / 2 - box.y - box.height / 2) : Number.NaN
    }
    await expect.poll(off, path).toBeLessThan(24)
  }
})

test('keeps the valuation currency of assets after a reload', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await page.goto(`${url}/en/asset`)
  const currency = page.getByRole('combobox', { name: textOf('settings.currency') })
  await currency.click()
  // The currencies of the specification, BTC and USDT.
  await expect(page.getByRole('option')).toHaveCount(15)
  await page.getByRole('option', { name: 'VND' }).click()
  const total = page.getByRole('region', { name: textOf('assets.total') })
  await expect(total).toContainText('₫')
  await expect(total).toContainText('2025')
  await page.reload()
  await expect(total).toContainText('₫')
  await expect(
    page.getByRole('columnheader', { name: textOf('assets.value', { values: { unit: 'VND' } }) }),
  ).toBeVisible()
  await expect.poll(() => cutFigures(page)).toEqual([])
  await currency.click()
  await page.getByRole('option', { name: 'BTC' }).click()
  await expect(total).toContainText(/\d\.\d{6}\sBTC/)
  expect(consoleErrors).toEqual([])
})

/** Lines of the statement, an even number; 200,000 in the nightly run. */
const ROWS = Number(process.env['CSV_ROWS'] ?? 2_000)
/** It only ends what hangs: on a busy machine a line takes some 10 ms. */
const LIMIT = Math.max(1_800_000, ROWS * 36)
/** Lines that the page asks for at a time. */
const PIECE = 5_000
/** Lines that the account opens with, one for each of its assets; a move has two. */
const GRANTS = 10
const HEADER = 'lineId,time,account,symbol,kind,asset,amount,balance,reference'

/** Presses the export; each answer waits until the page says how many lines came before it. */
async function exportStatement(page: Page): Promise<string[]> {
  const status = page.getByRole('status').filter({ has: page.getByRole('progressbar') })
  let done = 0
  await page.route('**/v1/asset/statement/export*', async (route) => {
    const values = { done: String(done), total: String(ROWS), count: '0' }
    await expect(status).toContainText(
      textOf(done === 0 ? 'records.read' : 'records.readOf', { values }),
    )
    done += PIECE
    await route.continue()
  })
  const saving = page.waitForEvent('download', { timeout: LIMIT })
  await page.getByRole('button', { name: textOf('records.csv') }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('statement.csv')
  await expect(status).toHaveCount(0)
  expect(done).toBe(Math.ceil(ROWS / PIECE) * PIECE)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.startsWith(`\uFEFF${HEADER}\r\n`)).toBe(true)
  return text.trimEnd().split('\r\n').slice(1)
}

/** Lines, the latest first, whose balance is not the one before them and their amount. */
function unbalanced(lines: readonly string[]): string[] {
  const atoms = (text = '') => parseUnits(text, 18) ?? 0n
  const balances = new Map<string, bigint>()
  return lines.toReversed().filter((line) => {
    const [, , account, symbol, , asset, amount, balance] = line.split(',')
    const place = [account, symbol, asset].join()
    const before = balances.get(place) ?? 0n
    balances.set(place, atoms(balance))
    return before + atoms(amount) !== atoms(balance)
  })
}

/** The file has every line once, as the page shows them. */
async function checkStatement(page: Page, { url }: { readonly url: string }): Promise<void> {
  await page.goto(`${url}/en/transac`)
  const lines = await exportStatement(page)
  expect(lines).toHaveLength(ROWS)
  expect(new Set(lines.map((line) => line.split(',', 1)[0])).size).toBe(ROWS)
  expect(unbalanced(lines)).toEqual([])
  const [, , account, , kind, asset, amount = '', balance, reference = ''] =
    lines[0]?.split(',') ?? []
  // Moves are counted from 1: the odd ones go to the futures wallet, the even ones back.
  const moves = (ROWS - GRANTS) / 2
  expect([account, kind, asset, reference]).toEqual([
    moves % 2 === 1 ? 'futures' : 'spot',
    'move',
    'USDT',
    String(moves),
  ])
  expect(balance).toBe(moves % 2 === 1 ? amount : '100000')
  const first = page.getByRole('table').locator('[data-row]').first()
  await expect(first).toContainText(amount)
  await expect(first).toContainText(reference)
  expect(lines.at(-1)).toMatch(/^\d+\.0\.0\.1,\S+Z,spot,,grant,USDT,100000,100000,demo:\d+$/)
}

test.describe('with a long statement', () => {
  test.use({ statementLines: ROWS })
  test.describe.configure({ timeout: LIMIT })
  test('filters records, and saves them and the statement as files', async ({
    page,
    ownGateway: { url, demo },
    consoleErrors,
  }) => {
    await login(page, { url, loginName: demo.loginName, password: demo.password })
    const price = await priceAway(page, { url, share: '0.9' })
    const form = await openForm(page)
    await form.getByRole('radio', { name: textOf('spot.limit'), exact: true }).check()
    await form.getByLabel(textOf('spot.price'), { exact: true }).fill(price)
    await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
    await form.getByRole('button', { name: submitName('spot.buyBase') }).click()
    // Leaving the page aborts its requests.
    const cancelled = page.waitForResponse('**/v1/spot/order/cancel')
    await openOrderRows(page).click()
    await (await cancelled).finished()
    await page.goto(`${url}/en/record/exchange`)
    const rows = page.getByRole('table', { name: textOf('orders.history') }).getByRole('row')
    await expect(rows).toHaveCount(2)
    await page.getByRole('combobox', { name: textOf('orders.side') }).click()
    await page.getByRole('option', { name: textOf('spot.sell') }).click()
    await expect(page.getByText(textOf('records.noMatch'))).toBeVisible()
    await page.getByRole('button', { name: textOf('records.clear') }).click()
    await expect(rows).toHaveCount(2)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: textOf('records.csv') }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('spot-history.csv')
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toContain(`,BTCUSDT,buy,limit,cancelled,${price},0.01000,base,`)
    await checkStatement(page, { url })
    for (const language of ['en', 'ar']) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${url}/${language}/record/exchange`)
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
      await expect.poll(() => cutFigures(page), language).toEqual([])
      await expect
        .poll(() =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        )
        .toBe(0)
    }
    expect(consoleErrors).toEqual([])
  })
})

/** Words of the header that are broken in two. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.getByRole('columnheader').evaluateAll((headers) =>
    headers.flatMap((header) => {
      const texts = document.createTreeWalker(header, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            broken.push(word)
        }
      }
      return broken
    }),
  )

test('shows every digit, unit and header of records with tiny prices', async ({
  page,
  ownGateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await page.goto(`${url}/en/spot/SHIBUSDT`)
  const form = page.getByRole('form', { name: textOf('spot.form') })
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('60')
  const buy = submitName('spot.buyBase', { base: 'SHIB' })
  await form.getByRole('button', { name: buy }).click()
  const placed = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name: buy }).click()
  // Leaving the page aborts its requests.
  await (await placed).finished()
  for (const language of ['en', 'de', 'pl']) {
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${url}/${language}/record/exchange`)
      for (const list of [2, 3]) {
        await page.getByRole('tab').nth(list).click()
        await expect(page.getByRole('row')).toHaveCount(2)
        await expect
          .poll(
            async () => [await cutFigures(page), await brokenWords(page)],
            `${language} at ${width}, list ${list}`,
          )
          .toEqual([[], []])
      }
    }
  }
  expect(consoleErrors).toEqual([])
})

test('holds back new rows while the reader has scrolled', async ({ page, gateway: { url } }) => {
  await register(page, { url, email: 'reader@example.com' })
  await enterPaperMode(page)
  const price = await priceAway(page, { url, share: '0.9' })
  const placeAndCancel = async (on: Page) => {
    await placeLimit(on, { price, amount: '0.001' })
    await openOrderRows(on).first().click()
    await expect(openOrderRows(on)).toHaveCount(0)
  }
  for (let count = 0; count < 5; count++) await placeAndCancel(page)
  const reader = await page.context().newPage()
  await reader.setViewportSize({ width: 390, height: 400 })
  await reader.goto(`${url}/en/record/exchange`)
  const cards = reader.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(5)
  const asked: string[] = []
  reader.on(
    'request',
    (request) => request.url().includes('/order/history') && asked.push(request.url()),
  )

  await cards.nth(3).evaluate((card) => card.scrollIntoView({ block: 'start' }))
  const stands = async () => Math.round((await cards.nth(3).boundingBox())?.y ?? -1)
  const before = await steady(stands)
  await placeAndCancel(page)
  const fresh = reader.getByRole('button', {
    name: textOf('records.fresh', { values: { count: '1' } }),
  })
  await expect(fresh).toBeInViewport({ ratio: 1 })
  await expect.poll(stands).toBe(before)
  await expect(cards).toHaveCount(5)
  expect(asked.length).toBeLessThanOrEqual(2)
  await fresh.click()
  await expect(cards).toHaveCount(6)
  await expect(cards.first()).toBeInViewport()
  await expect(fresh).toHaveCount(0)
  // At the top new rows are shown at once.
  await placeAndCancel(page)
  await expect(cards).toHaveCount(7)

  // Below the terminal too.
  for (let count = 0; count < 6; count++) await placeAndCancel(page)
  await reader.setViewportSize({ width: 1280, height: 480 })
  await reader.goto(`${url}/en/spot/BTCUSDT`)
  await reader.getByRole('tab', { name: textOf('orders.history') }).click()
  const rows = reader.getByRole('table', { name: textOf('orders.history') }).locator('[data-row]')
  await expect(rows).toHaveCount(13)
  await rows.last().scrollIntoViewIfNeeded()
  const place = async () => Math.round((await rows.last().boundingBox())?.y ?? -1)
  const stood = await steady(place)
  const questions = asked.length
  await placeAndCancel(page)
  await expect(fresh).toBeInViewport({ ratio: 1 })
  await expect.poll(place).toBe(stood)
  expect(asked.length - questions).toBe(1)
  await fresh.click()
  await expect(rows).toHaveCount(14)
  await expect(rows.first()).toBeInViewport({ ratio: 1 })
  await expect(fresh).toHaveCount(0)
})
