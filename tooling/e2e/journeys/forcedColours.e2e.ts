import type { Locator } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'
import { openForm, openOrderRows, submitName, textOf } from '../trading.ts'

/** What an element is drawn on: its own ground, and those of all around it, the nearest first. */
const groundsOf = (element: Locator): Promise<readonly string[]> =>
  element.evaluate((own) => {
    const found: string[] = []
    for (let around: Element | null = own; around; around = around.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(around)
      if (backgroundImage !== 'none' || !backgroundColor.endsWith(', 0)'))
        found.push(`${backgroundColor} ${backgroundImage}`)
    }
    return found
  })

test('marks both book sides and keeps the chart background in forced colours', async ({
  page,
  gateway,
  consoleErrors,
}) => {
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

/**
 * How far what an element, or its mark, is filled with stands out from what lies below it, in steps
 * of the strongest channel.
 */
const contrastOf = (element: Locator, pseudo?: '::after'): Promise<number> =>
  element.evaluate((own, part) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const painted = (colour: string) => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const grounds: string[] = []
    for (let around = part ? own : own.parentElement; around; around = around.parentElement)
      grounds.unshift(getComputedStyle(around).backgroundColor)
    let below = painted('white')
    for (const ground of grounds) below = painted(ground)
    const { backgroundColor, backgroundImage } = getComputedStyle(own, part ?? null)
    // A bar is a gradient of one colour, as long as the level is deep.
    const [colour] = /[a-z]+\([^()]*\)/.exec(backgroundImage) ?? [backgroundColor]
    return Math.max(...painted(colour).map((channel, at) => Math.abs(channel - below[at]!)))
  }, pseudo)

test('shows depth bars and own orders in forced colours', async ({
  page,
  ownGateway: { url, demo },
  consoleErrors,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await login(page, { url, ...demo })
  const bids = page
    .getByRole('list', { name: textOf('spot.bids'), exact: true })
    .getByRole('button')
  const asks = page
    .getByRole('list', { name: textOf('spot.asks'), exact: true })
    .getByRole('button')
  for (const [side, rows] of [
    ['bids', bids],
    ['asks', asks],
  ] as const) {
    await expect(rows.first()).toBeVisible()
    expect(await contrastOf(rows.first().locator('i')), `the depth of ${side}`).toBeGreaterThan(12)
  }
  // Among the levels that are shown, and not the first that the market would take.
  await bids.nth(5).click()
  const form = await openForm(page)
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
  await form.getByRole('button', { name: submitName('spot.buyBase') }).click()
  await expect(openOrderRows(page)).toHaveCount(1)
  const held = page
    .getByRole('list', { name: textOf('spot.bids'), exact: true })
    .locator('[data-own]')
  await expect(held).toBeVisible()
  expect(await contrastOf(held, '::after'), 'an own order').toBeGreaterThan(12)
  expect(consoleErrors).toEqual([])
})
