import type { Page } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'
import { openForm, submitName, textOf } from '../trading.ts'

/** Names and figures of the pair's day that do not fit, each with what it says. */
const cutFigures = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main dl dt, main dl dd')]
      .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
      .map(({ textContent }) => textContent),
  )

test('shows the names of the day’s figures in full at 320 px', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const language of ['en', 'ar', 'de', 'ru', 'th']) {
    await page.goto(`${url}/${language}/spot/BTCUSDT`)
    await expect(page.locator('main dl dd').last()).toContainText(/\d/)
    await expect.poll(() => cutFigures(page), language).toEqual([])
  }
  expect(consoleErrors).toEqual([])
})

test('shows a fading edge where the chart’s bar hides controls', async ({
  page,
  gateway: { url },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [language, sign] of [
    ['en', 1],
    ['ar', -1],
  ] as const) {
    await page.goto(`${url}/${language}/spot/BTCUSDT`)
    const full = page.getByRole('button', { name: textOf('chart.full', { language }) })
    const bar = page.locator('[class*=bar]').filter({ has: full })
    await expect(full).not.toBeInViewport()
    const fades = () =>
      bar.evaluate((element) => {
        const look = getComputedStyle(element)
        return ['--fade-start', '--fade-end'].map((name) => look.getPropertyValue(name))
      })
    await expect.poll(fades, language).toEqual(['0px', '40px'])
    await bar.evaluate((element, way) => element.scrollTo(way * element.scrollWidth, 0), sign)
    await expect(full).toBeInViewport()
    await expect.poll(fades, language).toEqual(['40px', '0px'])
  }
})

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

test('keeps price and amount on one line of an order card', async ({
  page,
  ownGateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, ...demo })
  await page.goto(`${url}/en/spot/SHIBUSDT`)
  const form = await openForm(page)
  await form.getByLabel(textOf('spot.price'), { exact: true }).fill('0.00001234')
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('1234567890')
  await form.getByRole('button', { name: submitName('spot.buyBase', { base: 'SHIB' }) }).click()
  const figures = page.locator('main li [data-figures]')
  const seeOn = async (widths: readonly number[], tab: string) => {
    for (const language of ['en', 'ar'] as const)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(`${url}/${language}/record/exchange`)
        await page.getByRole('tab', { name: new RegExp(`^${textOf(tab, { language })}`) }).click()
        await expect(figures).toContainText('1,234,567,890')
        await expect.poll(() => linesOf(page), `${tab} in ${language} at ${width}`).toEqual([1])
      }
  }
  await expect(page.getByRole('tab', { name: new RegExp(`^${textOf('orders.open')}`) })).toHaveText(
    /1$/,
  )
  await seeOn([320, 390], 'orders.open')
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
  await seeOn([320, 390], 'orders.history')
  expect(consoleErrors).toEqual([])
})
