import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/**
 * Below a bar that stays in sight the focus is nowhere (WCAG 2.4.11): what has it must be what lies
 * on top.
 */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return undefined
    const { left, top, width, height } = focused.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    const bar = above?.closest('nav, header')
    return bar && !bar.contains(focused)
      ? `${focused.textContent?.trim()} below ${bar.tagName}`
      : undefined
  })

for (const { name, viewport } of [
  { name: 'a phone', viewport: { width: 390, height: 600 } },
  { name: 'a zoom of 200 %', viewport: { width: 640, height: 400 } },
]) {
  test(`scrolls every focused element into view with Tab and Shift+Tab (${name})`, async ({
    page,
    gateway: { url },
  }) => {
    await page.setViewportSize(viewport)
    for (const place of ['markets', 'spot/BTCUSDT']) {
      await page.goto(`${url}/en/${place}`)
      await expect(page.getByRole('link', { name: 'Markets' }).last()).toBeVisible()
      await expect(page.locator('[data-x-part=skeleton]')).toHaveCount(0)
      const found: string[] = []
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let step = 0; step < 45; step += 1) {
          await page.keyboard.press(key)
          found.push(...[await hidden(page)].filter((one) => one !== undefined))
        }
      }
      expect(found, place).toEqual([])
    }
  })
}
