import type { Browser, Locator, Page } from '@playwright/test'
import { addPasskey, stepUpByPasskey } from '../account.ts'
import { runExample } from '../apiKeys.ts'
import {
  askForCode,
  enterPaperMode,
  expect,
  login,
  mailedCode,
  PASSWORD,
  test,
} from '../fixtures.ts'
import { violationsOf } from '../inspectAccessibility.ts'
import { openForm, openOrderRows, priceAway, submitName } from '../trading.ts'

const OWN_NAME = 'grid@example.com'
const FORBIDDEN = 'This account may not do that.'

/** Fills in and submits a form of the app's dialog. */
async function confirm(page: Page, message: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Transfer' })
  await expect(question).toContainText(message)
  await question.getByRole('button', { name: 'Transfer' }).click()
}

/** The part of the page that manages the sub-account. */
async function manage(page: Page, { url }: { readonly url: string }) {
  await page.goto(`${url}/en/account/sub-account`)
  await page.getByRole('button', { name: 'Rights: Grid' }).click()
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Freeze', exact: true }) })
}

async function setRights(page: Page, rights: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Rights' }).click()
  await page.getByRole('option', { name: rights }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await stepUpByPasskey(page)
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Grid' }).getByText(rights).first(),
  ).toBeVisible()
}

/** Writes an order that rests, as the sub-account; the button that sends it. */
async function writeOrder(page: Page, { url }: { readonly url: string }): Promise<Locator> {
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const form = await openForm(page)
  const price = await priceAway(page, { url, share: '0.9' })
  await form.getByLabel('Price', { exact: true }).fill(price)
  await form.getByLabel('Amount', { exact: true }).fill('0.001')
  return form.getByRole('button', { name: submitName('spot.buyBase') })
}

/** Sends funds home, as the sub-account. */
async function sendHome(page: Page, { url }: { readonly url: string }): Promise<void> {
  await page.goto(`${url}/en/asset/transfer`)
  const form = page.getByRole('form', { name: 'Transfer' })
  await form.getByRole('textbox', { name: 'Amount' }).fill('10')
  await form.getByRole('button', { name: 'Transfer' }).click()
  await confirm(page, 'to Main account?')
}

/** What a sub-account may do with the rights it has, tried in a browser of its own. */
async function tryRoles(
  page: Page,
  { url, browser }: { readonly url: string; readonly browser: Browser },
): Promise<void> {
  const panel = await manage(page, { url })
  await panel.getByRole('textbox', { name: 'New e-mail address' }).fill(OWN_NAME)
  await askForCode(page, panel.getByRole('button', { name: 'Send code' }))
  const code = await mailedCode(page, { url, email: OWN_NAME })
  await panel.getByRole('textbox', { name: 'Verification code' }).fill(code)
  await panel.getByLabel('New password').fill(PASSWORD)
  await panel.getByRole('button', { name: 'Own log-in' }).click()
  await stepUpByPasskey(page)
  await expect(page.getByText('gr***@example.com')).toBeVisible()

  const sub = await (await browser.newContext()).newPage()
  const enter = () => login(sub, { url, loginName: OWN_NAME, password: PASSWORD })
  await setRights(page, 'View only')
  await enter()
  await expect(await writeOrder(sub, { url })).toBeDisabled()
  await expect(sub.getByText(FORBIDDEN).first()).toBeVisible()
  await sendHome(sub, { url })
  await expect(sub.getByText(FORBIDDEN).first()).toBeVisible()

  // A change of rights ends the log-ins that had the former ones.
  await setRights(page, 'Trade only')
  await enter()
  await (await writeOrder(sub, { url })).click()
  await expect(openOrderRows(sub)).toHaveCount(1)
  await sendHome(sub, { url })
  await expect(sub.getByText(FORBIDDEN).first()).toBeVisible()
  // What is its holder's is not offered to it.
  await sub.goto(`${url}/en/account/sub-account`)
  await expect(sub.getByText('These settings belong to the main account.')).toBeVisible()

  await setRights(page, 'Trade and transfer')
  await enter()
  await sendHome(sub, { url })
  await expect(sub.getByText('10 USDT was transferred to Main account.')).toBeVisible()

  // Frozen: its orders are cancelled, and nobody gets in.
  await panel.getByRole('button', { name: 'Freeze', exact: true }).click()
  await stepUpByPasskey(page)
  await expect(page.getByRole('button', { name: 'Unfreeze' })).toBeVisible()
  await sub.goto(`${url}/en/login`)
  await sub.getByRole('textbox', { name: 'E-mail or mobile number' }).fill(OWN_NAME)
  await sub.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await sub.getByRole('form').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(sub.getByText('This account is frozen.')).toBeVisible()
  await sub.context().close()
}

/** A key that is made on the page, used by curl as the page says, and revoked. */
async function useKey(page: Page, { url }: { readonly url: string }): Promise<void> {
  await page.goto(`${url}/en/account/newapi`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const draft = page.getByRole('dialog', { name: 'Create key' })
  await draft.getByRole('textbox', { name: 'Name' }).fill('Evening bot')
  await draft.getByRole('radio', { name: /^HMAC/ }).check()
  await draft.getByRole('button', { name: 'Next' }).click()
  await expect(draft.getByRole('checkbox', { name: /^Read balances/ })).toBeChecked()
  await draft.getByRole('button', { name: 'Next' }).click()
  await draft.getByRole('button', { name: 'Create key' }).click()
  await stepUpByPasskey(page)
  const made = page.getByRole('dialog', { name: 'Your new key' })
  const example = (await made.getByRole('figure').first().locator('pre').textContent()) ?? ''
  expect(await runExample(example)).toMatchObject({ accountType: 'SPOT', canTrade: false })
  await made.getByRole('checkbox', { name: 'I have stored it' }).check()
  await made.getByRole('button', { name: 'I have stored it' }).click()
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Evening bot' })
  await expect(row.getByText(/^Last used/)).toBeVisible()
  await row.getByRole('button', { name: 'Revoke: Evening bot' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Evening bot?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await stepUpByPasskey(page)
  await expect(row).toBeHidden()
  await expect.poll(() => runExample(example)).toMatchObject({ code: -2015 })
}

test('transfers to a sub-account of each role, and trades by a key', async ({
  page,
  browser,
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
  await addPasskey(page, { url, email: demo.loginName })
  await page.goto(`${url}/en/asset/transfer`)
  // What moves funds between wallets stands on the page too.
  await expect(
    page.getByRole('form', { name: 'Transfer' }).getByRole('combobox', { name: 'From' }),
  ).toHaveValue('Spot wallet')
  await page.getByRole('radio', { name: 'Sub-accounts' }).check()
  await page.getByRole('main').getByRole('link', { name: 'Sub-accounts' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grid')
  await page.getByRole('button', { name: 'Create' }).click()
  await stepUpByPasskey(page)
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
    page.getByRole('banner').getByRole('button', { name: /^Sub-account: Grid\./ }),
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

  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: /^Sub-account: Grid\./ }).click()
  await expect(banner.getByRole('button', { name: /^Sub-account: Grid\./ })).toBeHidden()
  await tryRoles(page, { url, browser })
  await useKey(page, { url })
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
