import type { Page } from '@playwright/test'
import { stepUpByMail } from '../account.ts'
import { enterPaperMode, expect, login, test } from '../fixtures.ts'
import { violationsOf } from '../inspectAccessibility.ts'

/** Fills in and submits a form of the app's dialog. */
async function confirm(page: Page, message: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Transfer' })
  await expect(question).toContainText(message)
  await question.getByRole('button', { name: 'Transfer' }).click()
}

test('transfers funds to a sub-account and back', async ({
  page,
  ownGateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, ...demo })

  // From one wallet to another, on the page of all accounts.
  await page.goto(`${url}/en/asset`)
  const accounts = page.getByRole('region', { name: 'Accounts' })
  await expect(accounts.getByRole('link', { name: /^Futures/ })).toContainText('$0.00')
  await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('120')
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(accounts.getByRole('link', { name: /^Futures/ })).toContainText('$120.00')
  await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click()
  await dialog.getByRole('button', { name: 'Swap direction' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('120')
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(accounts.getByRole('link', { name: /^Futures/ })).toContainText('$0.00')

  // Without a second account there is a way to open one.
  await page.goto(`${url}/en/asset/transfer`)
  await page.getByRole('main').getByRole('link', { name: 'Sub-accounts' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grid')
  await page.getByRole('button', { name: 'Create' }).click()
  await stepUpByMail(page, { url, email: demo.loginName })
  // In the list: a toast says the name too.
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Grid' }),
  ).toBeVisible()

  await page.goto(`${url}/en/asset/transfer`)
  const form = page.getByRole('form', { name: 'Transfer' })
  await expect(form).toContainText('Available 100,000')
  await form.getByRole('textbox', { name: 'Amount' }).fill('250.5')
  await form.getByRole('button', { name: 'Transfer' }).click()
  await confirm(page, 'Transfer 250.5 USDT from Main account to Grid?')
  await expect(page.getByText('250.5 USDT was transferred to Grid.')).toBeVisible()
  await expect(form).toContainText('Available 99,749.5')
  const history = page.getByRole('table', { name: 'Transfer history' })
  await expect(history.getByRole('row').nth(1)).toContainText('Main accountGridUSDT250.5')

  // Back: the available balance except for what is held.
  await form.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: 'Grid' }).click()
  await expect(form.getByRole('combobox', { name: 'To' })).toHaveValue('Main account')
  await expect(form).toContainText('Available 250.5')
  await form.getByRole('button', { name: 'All' }).click()
  await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('250.5')
  await form.getByRole('textbox', { name: 'Amount' }).fill('50.5')
  await form.getByRole('button', { name: 'Transfer' }).click()
  await confirm(page, 'Transfer 50.5 USDT from Grid to Main account?')
  await expect(form).toContainText('Available 200')
  await expect(history.getByRole('row')).toHaveCount(3)
  expect(await violationsOf(page, { name: 'transfer' })).toEqual([])

  await page.goto(`${url}/en/asset`)
  await expect(page.getByRole('row', { name: /^USDT/ })).toContainText('99,800')

  // In the sub-account: what arrived is there, and goes to the main account only.
  await page.goto(`${url}/en/account/sub-account`)
  await page.getByRole('button', { name: 'Enter: Grid' }).click()
  await expect(
    page.getByRole('banner').getByRole('button', { name: /^Sub-account\./ }),
  ).toBeVisible()
  await page.goto(`${url}/en/asset`)
  await expect(page.getByRole('row', { name: /^USDT/ })).toContainText('200')
  // The dialog knows the main account too; what was sent is on the page that it leads to.
  await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click()
  await dialog.getByRole('link', { name: 'Transfer history' }).click()
  await expect(page).toHaveURL(`${url}/en/asset/transfer`)
  await expect(form).toContainText('Available 200')
  await expect(form.getByRole('combobox', { name: 'To' })).toHaveValue('Main account')
  await expect(history.getByRole('row')).toHaveCount(3)
  expect(consoleErrors).toEqual([])
})

test('does not offer /asset/transfer in paper mode', async ({ page, gateway: { url, demo } }) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await enterPaperMode(page)
  await page.goto(`${url}/en/asset`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  // Paper funds move between the wallets of one account only.
  await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer' })
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Transfer history' })).toBeHidden()
  await page.goto(`${url}/en/asset/transfer`)
  await expect(page).toHaveURL(`${url}/en/spot/BTCUSDT`)
})
