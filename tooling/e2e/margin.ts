import { expect, type Page } from '@playwright/test'
import { openForm, openNotices, submitName, textOf } from './trading.ts'

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
  await cross.check({ force: true })
  const form = await openForm(page)
  const buy = submitName('spot.paperBuyBase', { base: 'XRP' })
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check({ force: true })
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('2010')
  await form.getByRole('button', { name: buy }).click()
  const placed = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name: buy }).click()
  expect(await (await placed).json()).toMatchObject({ code: '0' })
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
