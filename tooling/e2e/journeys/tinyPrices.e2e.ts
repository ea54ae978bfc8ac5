import type { Page } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'
import { openForm, submitName, textOf } from '../trading.ts'

/**
 * Where the figures of the book's columns end, each place once, and how near a figure comes to the
 * one before it.
 */
const columnsOf = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('main [data-row]')].map((row) =>
      [...row.querySelectorAll('span')].map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        const { left, right } = range.getBoundingClientRect()
        return { left, right }
      }),
    )
    const ends = [1, 2].map((column) => [
      ...new Set(rows.map((cells) => Math.round(cells[column]!.right))),
    ])
    const gaps = rows.flatMap(([price, size, total]) => [
      size!.left - price!.right,
      total!.left - size!.right,
    ])
    return { rows: rows.length, ends, narrowest: Math.min(...gaps) }
  })

test('shows the full book of a tiny price at every step', async ({
  page,
  gateway,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const language of ['en', 'ar'] as const) {
    await page.goto(`${gateway.url}/${language}/spot/SHIBUSDT`)
    const grouping = page.getByRole('combobox', { name: textOf('spot.grouping', { language }) })
    await expect(page.locator('main [data-row]').first()).toBeVisible()
    await grouping.click()
    // The list opens late the first time: its chunk is loaded.
    await expect(page.getByRole('option').nth(1)).toBeVisible()
    const steps = await page.getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    for (const step of steps) {
      await grouping.click()
      await page.getByRole('option', { name: step, exact: true }).click()
      await expect(grouping).toHaveValue(step)
      expect(
        await grouping.evaluate((input) => input.scrollWidth - input.clientWidth),
        `the step ${step} in ${language}`,
      ).toBeLessThanOrEqual(0)
      await expect.poll(async () => (await columnsOf(page)).rows).toBeGreaterThan(10)
      const { ends, narrowest } = await columnsOf(page)
      expect(
        ends.map(({ length }) => length),
        `by ${step} in ${language}`,
      ).toEqual([1, 1])
      expect(narrowest, `by ${step} in ${language}`).toBeGreaterThanOrEqual(4)
    }
  }
  expect(consoleErrors).toEqual([])
})

/**
 * Cells of the tables whose text does not fit, or lies under the column that stays, each with what
 * it says.
 */
const cutCells = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [role=row] > [data-kind=number]')]
      .filter(
        (cell) =>
          cell.scrollWidth > cell.clientWidth ||
          cell.getBoundingClientRect().right >
            (cell.parentElement?.querySelector('[data-fixed]')?.getBoundingClientRect().left ??
              Infinity) +
              1,
      )
      .map(({ textContent }) => textContent),
  )

/** How many lines an amount with its price takes, in each card of a list. */
const linesOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main li [data-figures] > :first-child')].map((figures) => {
      const range = document.createRange()
      range.selectNodeContents(figures)
      return Math.round(
        range.getBoundingClientRect().height /
          Number.parseFloat(getComputedStyle(figures).fontSize) /
          1.5,
      )
    }),
  )

/** Price and amount have one line in each card of a list, in two languages on two phones. */
async function expectOneLine(page: Page, url: string, list: string): Promise<void> {
  const figures = page.locator('main li [data-figures]').filter({ hasText: '1,234,567,890' })
  for (const language of ['en', 'ar'] as const) {
    await page.goto(`${url}/${language}/record/exchange`)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.getByRole('tab', { name: new RegExp(`^${textOf(list, { language })}`) }).click()
      await expect(figures).toBeVisible()
      await expect
        .poll(async () => [...new Set(await linesOf(page))], `${list} in ${language} at ${width}`)
        .toEqual([1])
    }
  }
}

/** Cancels what is open below the terminal. */
async function cancelAll(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url}/en/spot/SHIBUSDT`)
  await page.getByRole('button', { name: textOf('orders.cancelAll') }).click()
  await page.getByRole('menuitem', { name: textOf('orders.cancelScope.all') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('orders.cancelAll') })
    .click()
  await expect(page.getByRole('tab', { name: new RegExp(`^${textOf('orders.open')}`) })).toHaveText(
    /0$/,
  )
}

test('fits a tiny price into its column and card line', async ({
  page,
  ownGateway: gateway,
  consoleErrors,
}) => {
  await login(page, { url: gateway.url, ...gateway.demo })
  await page.goto(`${gateway.url}/en/spot/SHIBUSDT`)
  const form = await openForm(page)
  const name = submitName('spot.buyBase', { base: 'SHIB' })
  const submit = form.getByRole('button', { name })
  await form.getByLabel(textOf('spot.price'), { exact: true }).fill('0.00001234')
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('1234567890')
  await submit.click()
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('20000')
  await submit.click()
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  for (const [tab, figure] of [
    ['orders.open', '1,234,567,890'],
    ['orders.history', 'SHIB'],
    ['orders.fills', 'SHIB'],
  ] as const) {
    await page.getByRole('tab', { name: textOf(tab) }).click()
    for (const width of [1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(
        page
          .getByRole('table', { name: textOf(tab) })
          .getByRole('row')
          .filter({ hasText: figure })
          .first(),
        `${tab} at ${width}`,
      ).toBeVisible()
      await expect.poll(() => cutCells(page), `${tab} at ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${gateway.url}/en/record/exchange`)
  await expect(
    page
      .getByRole('table', { name: textOf('orders.history') })
      .getByRole('row')
      .filter({ hasText: 'SHIB' })
      .first(),
  ).toBeVisible()
  await expect.poll(() => cutCells(page)).toEqual([])

  await expectOneLine(page, gateway.url, 'orders.open')
  await cancelAll(page, gateway.url)
  await expectOneLine(page, gateway.url, 'orders.history')
  expect(consoleErrors).toEqual([])
})
