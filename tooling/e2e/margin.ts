import { expect, type Page } from '@playwright/test'
import { lastPrice, openForm, openNotices, submitName, textOf } from './trading.ts'

/**
 * Moves, borrows or repays by the dialog that the button of this name opens on the margin page;
 * without an amount, all.
 */
export async function sendMargin(
  page: Page,
  { open, amount }: { readonly open: string; readonly amount?: string },
): Promise<void> {
  await page
    .getByRole('button', { name: textOf(open), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  if (amount === undefined)
    await dialog.getByRole('button', { name: textOf('margin.all'), exact: true }).click()
  else await dialog.getByRole('textbox').last().fill(amount)
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toHaveCount(0)
}

/**
 * Borrows twice what is moved in and buys a coin of which four fifths count: the level is so
 * little above a call that the market soon brings one, wherever it is on its way.
 */
export async function buyOnCredit(page: Page, { url }: { readonly url: string }): Promise<void> {
  await page.goto(`${url}/en/asset/margin`)
  await sendMargin(page, { open: 'margin.transfer', amount: '1000' })
  await sendMargin(page, { open: 'margin.borrow', amount: '1980' })
  await page.goto(`${url}/en/spot/XRPUSDT`)
  const cross = page.getByRole('radio', { name: textOf('margin.cross'), exact: true })
  await expect(cross).toBeEnabled()
  await cross.check()
  // The form of the other account takes the place of the first one.
  await expect(
    page.getByRole('combobox', { name: textOf('margin.loan'), exact: true }),
  ).toBeVisible()
  const form = await openForm(page)
  const buy = submitName('spot.paperBuyBase', { base: 'XRP' })
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('2010')
  await form.getByRole('button', { name: buy }).click()
  const placed = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name: buy }).click()
  expect(await (await placed).json()).toMatchObject({ code: '0' })
}

/** What an isolated account of 1,000 USDT trades on credit, in USDT. */
const ON_CREDIT = 9_500

/**
 * Buys or sells nearly ten times what an isolated account has, the rest on credit: a move of seven
 * per cent against it ends in a liquidation.
 */
async function tradeIsolated(
  page: Page,
  { url, base, side }: { readonly url: string; readonly base: string; readonly side: Side },
): Promise<void> {
  await page.goto(`${url}/en/spot/${base}USDT`)
  const isolated = page.getByRole('radio', { name: textOf('margin.isolated'), exact: true })
  await expect(isolated).toBeEnabled()
  await isolated.check()
  await sendMargin(page, { open: 'margin.transfer', amount: '1000' })
  const form = await openForm(page)
  await page.getByRole('combobox', { name: textOf('margin.loan'), exact: true }).click()
  await page.getByRole('option', { name: textOf('margin.loan.auto'), exact: true }).click()
  await form.getByRole('radio', { name: textOf(`spot.${side}`), exact: true }).check()
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  const price = Number(await lastPrice(page, { url, symbol: `${base}USDT` }))
  const [field, size] =
    side === 'buy'
      ? (['spot.total', ON_CREDIT.toString()] as const)
      : (['spot.amount', ((ON_CREDIT - 1_000) / price).toFixed(4)] as const)
  await form.getByLabel(textOf(field), { exact: true }).fill(size)
  const submit = submitName(side === 'buy' ? 'spot.paperBuyBase' : 'spot.paperSellBase', { base })
  await form.getByRole('button', { name: submit }).click()
  const placed = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name: submit }).click()
  expect(await (await placed).json()).toMatchObject({ code: '0' })
}

type Side = 'buy' | 'sell'

/** A long and a short, each in its isolated account: wherever the market goes, one of them ends. */
export async function betBothWays(page: Page, { url }: { readonly url: string }): Promise<void> {
  await tradeIsolated(page, { url, base: 'BTC', side: 'buy' })
  await tradeIsolated(page, { url, base: 'ETH', side: 'sell' })
}

/** The records list what the ladder sold or bought, and what it repaid. */
export async function readLiquidation(
  page: Page,
  { url }: { readonly url: string },
): Promise<void> {
  const list = (name: string) => page.getByRole('table', { name: textOf(name) })
  await expect(async () => {
    await page.goto(`${url}/en/record/margin`)
    await page.getByRole('tab', { name: textOf('margin.liquidations') }).click()
    await expect(
      list('margin.liquidations').getByText(textOf('margin.traded')).first(),
    ).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 300_000 })
  await page.getByRole('tab', { name: textOf('margin.loans') }).click()
  const repaid = list('margin.loans').getByText(textOf('margin.repaidByLiquidation'))
  await expect(repaid.first()).toBeVisible()
}

/** The call is among the notices, and is over once a part of the debt is repaid. */
export async function answerCall(page: Page, { url }: { readonly url: string }): Promise<void> {
  await page.goto(`${url}/en/asset/margin`)
  const notices = await openNotices(page)
  const [call = ''] = textOf('notice.marginCall').split('{')
  await expect(notices.getByText(call).first()).toBeVisible({ timeout: 300_000 })
  await page.keyboard.press('Escape')
  await sendMargin(page, { open: 'margin.repay', amount: '900' })
  const card = page.getByRole('region', { name: textOf('margin.crossAccount') })
  await expect(card.getByRole('progressbar')).toBeVisible()
  await expect(card.getByRole('alert')).toHaveCount(0)
}
