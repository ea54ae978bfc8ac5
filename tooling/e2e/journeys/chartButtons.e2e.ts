import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expect, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Times below the candles, as they are drawn. */
const timeAxis = (page: Page) =>
  page.locator('main canvas').evaluateAll((all) =>
    all
      .filter((each): each is HTMLCanvasElement => each instanceof HTMLCanvasElement)
      .filter(({ clientHeight, clientWidth }) => clientHeight < 40 && clientWidth > 300)
      .map((each) => each.toDataURL())
      .join(' '),
  )

async function openChart(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 800 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await expect(page.locator('main [data-row]').first()).toBeVisible()
}

test('fills the screen, saves a picture and resets the chart', async ({
  page,
  context,
  gateway: { url },
}) => {
  await openChart(page, url)
  const canvas = page.locator('main canvas').first()
  await expect(canvas).toBeVisible()
  // The panel's, not the canvas': a price with more digits takes some of that.
  const values = { pair: 'BTC/USDT', interval: '15m' }
  const panel = page.getByRole('region', { name: textOf('chart.label', { values }) })
  const width = async () => (await panel.boundingBox())?.width ?? 0
  const before = await width()
  await button(page, textOf('chart.full')).click()
  await expect.poll(width).toBeGreaterThan(1_150)
  await page.keyboard.press('Escape')
  await expect.poll(width).toBe(before)

  const saved = page.waitForEvent('download')
  await button(page, textOf('chart.picture')).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('BTC-USDT-15m.png')
  const plot = await canvas.boundingBox()
  const bytes = readFileSync(await download.path()).toString('base64')
  const picture = await page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const drawn = document.createElement('canvas')
    Object.assign(drawn, { width: image.width, height: image.height })
    const context = drawn.getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, image.width, image.height).data.buffer
    return { width: image.width, colours: new Set(new Uint32Array(pixels ?? [])).size }
  }, bytes)
  expect(picture.width).toBeGreaterThan(plot?.width ?? Infinity)
  // Ground, grid, both tones of candles and of volume, text.
  expect(picture.colours).toBeGreaterThan(20)

  const start = await timeAxis(page)
  expect(start).toMatch(/^data:image/)
  const box = await canvas.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 150)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 420, (box?.y ?? 0) + 150, { steps: 5 })
  await page.mouse.up()
  await page.mouse.move(0, 0)
  await expect.poll(() => timeAxis(page)).not.toBe(start)
  await button(page, textOf('chart.reset')).click()
  await page.mouse.move(0, 0)
  // A candle may begin meanwhile: the axis is that of a chart that was never moved.
  const other = await context.newPage()
  await openChart(other, url)
  await expect
    .poll(async () => {
      const [own, fresh] = [await timeAxis(page), await timeAxis(other)]
      return own !== '' && own === fresh
    })
    .toBe(true)
})
