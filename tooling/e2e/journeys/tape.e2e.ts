import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { enterPaperMode, expect, login, test } from '../fixtures.ts'
import { bookAtTheEnd } from '../naiveReplay.ts'
import { writeSampleTape } from '../../../apps/gateway/src/testing/sampleTape.ts'
import { openForm, openOrderRows, placeLimit, priceAway, submitName, textOf } from '../trading.ts'

const recordings =
  process.env['RECORDINGS_DIR'] ?? path.resolve(import.meta.dirname, '../../../../shared/data')
const recorded = path.join(recordings, 'spot-btcusdt_20240808.gz')
/** The real recording, or a generated one in the same format. */
const tapeFor = (dataDir: string) =>
  existsSync(recorded) ? recorded : writeSampleTape(path.join(dataDir, 'sample'))

test('displays the book of the recorded tape and pauses at its end', async ({
  page,
  home,
  consoleErrors,
}) => {
  const tape = tapeFor(home.dataDir)
  console.log(
    tape === recorded
      ? 'On the real recording'
      : 'No recording here: on a generated tape in the same format',
  )
  const gateway = await home.start({ MARKET_SOURCE: `tape:${tape}`, MARKET_SPEED: '1000000' })
  try {
    await expect.poll(() => gateway.output(), { timeout: 600_000 }).toContain('The tape has ended')
    await page.goto(`${gateway.url}/en/spot/BTCUSDT`)
    const { bids, asks } = bookAtTheEnd(tape)
    for (const [side, levels] of [
      ['spot.bids', bids],
      ['spot.asks', asks],
    ] as const) {
      await expect(rows(page, side).nth(7)).toBeVisible()
      const rowsShown = await shown(page, side)
      expect(rowsShown).toEqual(levels.slice(0, rowsShown.length))
    }
    expect(consoleErrors).toEqual([])
  } finally {
    await gateway.stop()
  }
})

test('accepts only paper orders while a tape plays', async ({ page, home, consoleErrors }) => {
  const gateway = await home.start({ MARKET_SOURCE: `tape:${tapeFor(home.dataDir)}` })
  const { url, demo } = gateway
  try {
    await login(page, { url, loginName: demo.loginName, password: demo.password })
    const notice = page.getByRole('note').filter({ hasText: textOf('spot.readOnly') })
    await expect(notice).toBeVisible()
    const sent: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/order/place') && sent.push(request.url()),
    )
    const form = await openForm(page)
    await form
      .getByLabel(textOf('spot.price'), { exact: true })
      .fill(await priceAway(page, { url, share: '0.9' }))
    await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
    const buy = form.getByRole('button', {
      name: submitName('spot.buyBase'),
    })
    await expect(buy).toBeDisabled()
    await expect(buy).toHaveAccessibleDescription(textOf('spot.readOnly'))
    // Submitting by keyboard is disabled too.
    await form.getByLabel(textOf('spot.amount'), { exact: true }).press('Enter')
    await expect(
      form.getByRole('paragraph').filter({ hasText: textOf('spot.readOnly') }),
    ).toBeVisible()
    expect(sent).toEqual([])

    await enterPaperMode(page)
    await expect(notice).toBeHidden()
    const placed = await placeLimit(page, {
      price: await priceAway(page, { url, share: '0.9' }),
      amount: '0.01',
    })
    expect(await (await placed.response())?.json()).toMatchObject({ code: '0' })
    await expect(openOrderRows(page)).toHaveCount(1)
    expect(consoleErrors).toEqual([])
  } finally {
    await gateway.stop()
  }
})

const rows = (page: Page, side: 'spot.bids' | 'spot.asks') =>
  page.getByRole('list', { name: textOf(side), exact: true }).getByRole('button')

/** Price and size of each row, without thousands separators, best first. */
async function shown(page: Page, side: 'spot.bids' | 'spot.asks'): Promise<string[][]> {
  const texts = await rows(page, side).evaluateAll((buttons) =>
    buttons.map((button) =>
      [...button.children].slice(0, 2).map((cell) => (cell.textContent ?? '').replaceAll(',', '')),
    ),
  )
  return texts
}
