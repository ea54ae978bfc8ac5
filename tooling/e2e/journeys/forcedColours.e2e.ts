import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** What an element is drawn on: its own ground, and those of all around it, the nearest first. */
const groundsOf = (element: Locator): Promise<readonly string[]> =>
  element.evaluate((own) => {
    const found: string[] = []
    for (let around: Element | null = own; around; around = around.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(around)
      if (backgroundImage !== 'none' || !backgroundColor.endsWith(', 0)')) found.push(`${backgroundColor} ${backgroundImage}`)
    }
    return found
  })

test('ui, styling: in forced colours each side of the book has a mark that is seen, and the chart the ground that its figures are written for', async ({ page, gateway, consoleErrors }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${gateway.url}/en/spot/BTCUSDT`)
  for (const side of ['Both sides', 'Bids', 'Asks']) {
    const mark = page.getByTitle(side, { exact: true })
    await expect(mark).toBeVisible()
    const [own, around] = await groundsOf(mark)
    expect(own, side).not.toBe(around)
  }
  const canvas = page.locator('main canvas').first()
  await expect(canvas).toBeVisible()
  const theme = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'background: var(--x-surface-1); forced-color-adjust: none'
    return getComputedStyle(probe).backgroundColor
  })
  // The figures of a dark chart have half of the contrast on white.
  expect((await groundsOf(canvas))[0]).toBe(`${theme} none`)
  expect(consoleErrors).toEqual([])
})
