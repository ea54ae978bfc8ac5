import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

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
