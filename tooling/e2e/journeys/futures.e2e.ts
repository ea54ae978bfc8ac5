import type { Locator, Page } from '@playwright/test'
import { abs, decimal, formatDecimal, mul, negate, roundTo, sign } from '@x/decimal'
import { enterPaperMode, expect, type JourneyLanguage, register, test } from '../fixtures.ts'
import { answerCall, betBothWays, buyOnCredit, readLiquidation } from '../margin.ts'
import { hurryMarket, orderLineOn, textOf } from '../trading.ts'

const SCREEN = { width: 1280, height: 800 }

/** A trader in the paper realm with funds in the futures wallet, at a contract. */
async function openContract(
  page: Page,
  { url, email, language = 'en' }: { url: string; email: string; language?: JourneyLanguage },
): Promise<void> {
  await register(page, { url, email, language })
  await enterPaperMode(page, language)
  await page.goto(`${url}/${language}/futures/usdt/BTCUSDT`)
  const guide = page.getByRole('complementary', { name: textOf('contract.guide', { language }) })
  await guide.getByRole('button', { name: textOf('contract.read', { language }) }).click()
}

/** All of the spot wallet's margin coin goes to the futures wallet by one press. */
async function moveFunds(
  screen: Page | Locator,
  { language = 'en', amount = '50,000 USDT' }: { language?: JourneyLanguage; amount?: string } = {},
): Promise<void> {
  await screen
    .getByRole('button', {
      name: textOf('contract.moveFunds', {
        language,
        values: { amount },
      }),
    })
    .click()
}

const table = (page: Page): Locator => page.getByRole('table', { name: textOf('positions.title') })
const rows = (page: Page, side: 'long' | 'short'): Locator =>
  table(page)
    .getByRole('row')
    .filter({ hasText: textOf(`positions.${side}`) })

const setting = (page: Page, key: string): Locator =>
  page
    .getByRole('group', { name: textOf('contract.settings') })
    .getByRole('button', { name: new RegExp(`^${textOf(key)}: `) })

/** Changes a mode of the account in its dialog. */
async function setMode(page: Page, key: string, to: string): Promise<void> {
  await setting(page, key).click()
  const dialog = page.getByRole('dialog', { name: textOf(key) })
  await dialog.getByRole('radio', { name: textOf(to), exact: true }).check()
  await dialog.getByRole('button', { name: textOf('positions.save') }).click()
  await expect(dialog).toBeHidden()
  await expect(setting(page, key)).toContainText(textOf(to))
}

/**
 * After a machine stood still there is no fresh mark price for a moment: the order is sent again,
 * as a user would.
 */
async function untilTaken(page: Page, send: () => Promise<void>): Promise<void> {
  await expect(async () => {
    const answered = page.waitForResponse('**/v1/futures/order/place', { timeout: 30_000 })
    await send()
    expect(await (await answered).json()).toMatchObject({ code: '0' })
  }).toPass()
}

/** The mark price of BTCUSDT. */
async function markOf(page: Page, { url }: { url: string }): Promise<number> {
  const answer = await page.request.get(`${url}/v1/futures/public/tickers?symbol=BTCUSDT`)
  const { data } = (await answer.json()) as { data: { markPrice: string }[] }
  return Number(data[0]?.markPrice)
}

test('opens a long by keyboard, protects, reverses and closes it (futures 12)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize(SCREEN)
  await openContract(page, { url, email: 'futures@example.com' })
  await moveFunds(page)

  // By keyboard alone: at the market, so much, and yes. The form begins with a long.
  await expect(rows(page, 'long')).toHaveCount(0)
  const form = page.getByRole('form', { name: textOf('spot.form') })
  const size = form.getByLabel(textOf('positions.size'), { exact: true })
  await expect(form).toBeVisible()
  await page.keyboard.press('m')
  await expect(size).toBeFocused()
  await page.keyboard.type('0.05')
  const confirm = page.getByRole('alertdialog')
  await untilTaken(page, async () => {
    await size.focus()
    await page.keyboard.press('Enter')
    await expect(confirm).toBeVisible()
    await page.keyboard.press('Enter')
  })
  await expect(rows(page, 'long')).toHaveCount(1)

  // Both exits of the position, then the lowest line on the chart is dragged: the stop, or the
  // profit where the stop lies below what the chart shows.
  await page.keyboard.press('Escape')
  const more = page.getByRole('button', {
    name: textOf('positions.more', { values: { position: 'BTCUSDT Long' } }),
  })
  await more.click()
  await page.getByRole('menuitem', { name: textOf('positions.exits') }).click()
  const exits = page.getByRole('dialog')
  const mark = await markOf(page, { url })
  const before = { profit: (mark * 1.004).toFixed(1), loss: (mark * 0.996).toFixed(1) }
  await exits.getByLabel(textOf('spot.takeProfit')).fill(before.profit)
  await exits.getByLabel(textOf('spot.stopLoss')).fill(before.loss)
  await exits.getByRole('button', { name: textOf('positions.save') }).click()
  await expect(exits).toBeHidden()
  await page.getByRole('button', { name: textOf('tour.skip') }).click()
  const line = await orderLineOn(page)
  await page.mouse.move(line.x, line.y)
  await page.mouse.down()
  await page.mouse.move(line.x, line.y + 12, { steps: 6 })
  const moved = page.waitForRequest('**/v1/futures/position/exits')
  await page.mouse.up()
  const { stopLossTriggerPrice, takeProfitTriggerPrice } = (await moved).postDataJSON() as Record<
    string,
    string
  >
  const after = { profit: takeProfitTriggerPrice, loss: stopLossTriggerPrice }
  const dragged = after.loss === before.loss ? 'profit' : 'loss'
  const kept = dragged === 'loss' ? 'profit' : 'loss'
  expect(Number(after[dragged]), 'further down the chart').toBeLessThan(Number(before[dragged]))
  expect(after[kept], 'the other one stays').toBe(before[kept])

  await rows(page, 'long')
    .getByRole('button', { name: textOf('positions.reverse') })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('positions.reverse') })
    .click()
  await expect(rows(page, 'short')).toHaveCount(1)
  await expect(rows(page, 'long')).toHaveCount(0)

  await rows(page, 'short')
    .getByRole('button', {
      name: textOf('positions.closeTitle', { values: { position: 'BTCUSDT Short' } }),
    })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close .* at the market$/ })
    .click()
  await expect(rows(page, 'short')).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('opens and closes a coin-margined contract with its PnL in coin (futures 12)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize(SCREEN)
  await openContract(page, { url, email: 'futures-coin@example.com' })
  await page.goto(`${url}/en/futures/coin/BTCUSD`)
  await moveFunds(page, { amount: '1 BTC' })
  await openAtMarket(page, { side: textOf('contract.buyLong'), size: '5' })
  await expect(rows(page, 'long')).toHaveCount(1)
  await expect(rows(page, 'long').getByRole('cell').nth(5)).toContainText(/0\.\d{6,8} BTC/)
  await rows(page, 'long')
    .getByRole('button', {
      name: textOf('positions.closeTitle', { values: { position: 'BTCUSD Long' } }),
    })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close .* at the market$/ })
    .click()
  await expect(rows(page, 'long')).toHaveCount(0)

  // What it cost is in the coin too.
  await page.getByRole('tab', { name: textOf('positions.bills') }).click()
  const fees = page.getByRole('row').filter({ hasText: textOf('positions.bill.fee') })
  await expect(fees.first()).toContainText('BTC')
  expect(consoleErrors).toEqual([])
})

test.describe('a liquidation', () => {
  test.use({ scenario: 'liquidation' })

  test('liquidates a contract and a margin account in paper (futures 6, futures 7)', async ({
    page,
    ownGateway: { url },
    consoleErrors,
  }) => {
    await page.setViewportSize(SCREEN)
    await openContract(page, { url, email: 'liquidated@example.com' })
    await buyOnCredit(page, { url })
    await betBothWays(page, { url })
    await page.goto(`${url}/en/futures/usdt/BTCUSDT`)
    await moveFunds(page, { amount: '47,000 USDT' })

    // Both modes: a long and a short stand side by side, each with its own margin.
    await setMode(page, 'contract.positionMode', 'contract.twoWay')
    await setMode(page, 'contract.marginMode', 'positions.isolated')
    for (const side of ['long', 'short'] as const) {
      // One after the other: both are of one form.
      // oxlint-disable-next-line no-await-in-loop
      await setLeverage(page, side)
    }
    for (const side of ['openLong', 'openShort'] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await openAtMarket(page, { side: textOf(`contract.${side}`), size: '0.02' })
    }

    // At 125 times a third of a per cent is enough, and the market moves by twelve.
    await hurryMarket(page, '10')
    const notice = page.getByText(
      textOf('positions.notice.liquidated', { values: { symbol: 'BTCUSDT' } }),
    )
    await expect(notice.first()).toBeVisible({ timeout: 300_000 })
    await page
      .getByRole('button', { name: textOf('positions.report') })
      .first()
      .click()
    await expect(page).toHaveURL(/\/en\/record\/mcp\/\d+$/)
    await expect(page.getByRole('status').getByText(textOf('positions.recomputed'))).toBeVisible()
    await verifyInPublic(page)
    await readLiquidation(page, { url })
    await answerCall(page, { url })
    expect(consoleErrors).toEqual([])
  })
})

/** From a report to the public page, which recomputes the same liquidation without its name. */
async function verifyInPublic(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: textOf('positions.publicRecord') })
    .getByRole('link', { name: textOf('positions.proofTitle') })
    .click()
  await expect(page).toHaveURL(/\/en\/futures\/proof\?liquidation=\d+&realm=paper$/)
  const steps = page
    .getByRole('region', { name: textOf('positions.liquidations'), exact: true })
    .getByRole('article')
  await expect(steps.first()).toBeVisible()
  await expect(steps.getByRole('status')).toHaveText([textOf('futuresProof.agrees')])
  const chain = page.getByRole('region', { name: textOf('futuresProof.chain') })
  await expect(chain.getByRole('status')).toHaveText(/The chain holds\.$/)
  await expect(
    page
      .getByRole('region', { name: textOf('futuresProof.roots') })
      .getByText(textOf('futuresProof.rootHolds'))
      .first(),
  ).toBeVisible()
}

test('trades a contract on a phone in Arabic (futures 12)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const language = 'ar'
  const text = (key: string) => textOf(key, { language })
  await page.setViewportSize({ width: 390, height: 844 })
  await openContract(page, { url, email: 'futures-phone@example.com', language })
  await page
    .getByRole('button', { name: text('contract.buyLong') })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await moveFunds(sheet, { language })
  const form = sheet.getByRole('form')
  await form.getByRole('radio', { name: text('spot.market'), exact: true }).check()
  await form.getByLabel(text('positions.size'), { exact: true }).fill('0.01')
  await untilTaken(page, async () => {
    await form
      .getByRole('button', { name: new RegExp(text('contract.buyLong').split(' ')[0] ?? '') })
      .last()
      .click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
  })
  const cards = page.getByRole('list', { name: text('positions.title') })
  await expect(cards.getByText(text('positions.long')).first()).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'nothing is wider than the screen').toBeLessThanOrEqual(390)

  // One thing a page: the form alone takes the next order.
  await page.goto(`${url}/${language}/trade-swap/BTCUSDT`)
  const alone = page.getByRole('main').getByRole('form')
  await alone.getByRole('radio', { name: text('spot.market'), exact: true }).check()
  await alone.getByLabel(text('positions.size'), { exact: true }).fill('0.01')
  await untilTaken(page, async () => {
    await alone.locator('button[type=submit]').click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
  })
  await page.goto(`${url}/${language}/futures/usdt/BTCUSDT`)
  await expect(cards.getByText(/0\.020 BTC/).first(), 'both orders').toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('pays funding for a position when its time comes (futures 5)', async ({
  page,
  home,
  ownGateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize(SCREEN)
  await openContract(page, { url, email: 'funding@example.com' })
  await moveFunds(page)
  const size = '0.05'
  await openAtMarket(page, { side: textOf('contract.buyLong'), size })
  await expect(rows(page, 'long')).toHaveCount(1)

  const answer = await page.request.get(`${url}/v1/futures/public/tickers?symbol=BTCUSDT`)
  const { data: tickers } = (await answer.json()) as { data: { nextFundingAt: number }[] }
  // Half a minute before it: prices after a jump count from their second sample on.
  home.advanceClock(Number(tickers[0]?.nextFundingAt) - Date.now() - 30_000)
  await expect
    .poll(async () => (await fundingsOf(page, { url })).length, { timeout: 300_000 })
    .toBe(1)
  // A brief message, which stays in the log.
  await page.getByRole('button', { name: /^Messages/ }).click()
  await page
    .getByRole('dialog', { name: textOf('shell.messages') })
    .getByRole('tab', { name: /^Messages/ })
    .click()
  const notice = page.getByText(/^Funding of BTCUSDT: [+−-][\d.,]+ USDT\.$/)
  await expect(notice.last()).toBeVisible()
  await page.keyboard.press('Escape')

  // What was paid follows from the public rate and mark: a payer rounds up, a receiver down.
  const [funding] = await fundingsOf(page, { url })
  const answered = page.waitForResponse('**/v1/futures/bills*')
  await page.getByRole('tab', { name: textOf('positions.bills') }).click()
  const { data: bills } = (await (await answered).json()) as {
    data: { items: { kind: string; amount: string }[] }
  }
  const amounts = bills.items.filter(({ kind }) => kind === 'funding').map(({ amount }) => amount)
  expect(amounts).toEqual([fundedAmount({ size, ...funding })])
  const bill = page.getByRole('row').filter({ hasText: textOf('positions.bill.funding') })
  await expect(bill).toHaveCount(1)
  expect(consoleErrors).toEqual([])
})

/** What funding changes for a long: a payer pays rounded up, a receiver gets rounded down. */
function fundedAmount({
  size,
  rate = '',
  markPrice = '',
}: {
  readonly size: string
  readonly rate?: string
  readonly markPrice?: string
}): string {
  const cost = mul(mul(decimal(size), decimal(markPrice)), decimal(rate))
  const paid = roundTo(abs(cost), { scale: 8, mode: sign(cost) > 0 ? 'up' : 'down' })
  return formatDecimal(sign(cost) > 0 ? negate(paid) : paid, { trim: true })
}

/** The fundings of BTCUSDT that were paid, the latest first. */
async function fundingsOf(
  page: Page,
  { url }: { url: string },
): Promise<readonly { rate: string; markPrice: string }[]> {
  const answer = await page.request.get(`${url}/v1/futures/public/funding?symbol=BTCUSDT`)
  const { data } = (await answer.json()) as {
    data: { items: { rate: string; markPrice: string }[] }
  }
  return data.items
}

/** The highest leverage of a leg, in the dialog. */
async function setLeverage(page: Page, side: 'long' | 'short'): Promise<void> {
  await setting(page, 'contract.leverage').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: textOf(`positions.${side}`), exact: true }).check({
    force: true,
  })
  await dialog.getByRole('slider', { name: textOf('contract.leverage') }).press('End')
  await dialog.getByRole('button', { name: /125×$/ }).last().click()
  await expect(dialog).toBeHidden()
}

/** Places an order at the market in the form. */
async function openAtMarket(
  page: Page,
  { side, size }: { readonly side: string; readonly size: string },
): Promise<void> {
  const form = page.getByRole('form', { name: textOf('spot.form') })
  await form.getByRole('radio', { name: side, exact: true }).check()
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('positions.size'), { exact: true }).fill(size)
  const submit = new RegExp(`${side} ${size}`)
  await untilTaken(page, async () => {
    await form.getByRole('button', { name: submit }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: new RegExp(side) })
      .click()
  })
  await expect(page.getByRole('alertdialog')).toBeHidden()
}
