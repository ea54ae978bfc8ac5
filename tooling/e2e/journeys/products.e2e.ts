import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { stepUpByMail } from '../account.ts'
import { askForCode, expect, login, mailedCode, PASSWORD, test } from '../fixtures.ts'
import type { GatewayHome, RunningGateway } from '../gateway.ts'
import { violationsOf } from '../inspectAccessibility.ts'
import { totp } from '../totp.ts'
import { openNotices } from '../trading.ts'

const GUEST = 'guest@example.com'

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

/** The same address gets a code a minute: until then the page says so and it is asked for again. */
async function stepUpAgain(
  page: Page,
  { url, email }: { readonly url: string; readonly email: string },
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Security verification' })
  await expect(async () => {
    await askForCode(page, dialog.getByRole('button', { name: 'Send code' }))
    await expect(dialog.getByRole('button', { name: /Again in/ })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  const code = await mailedCode(page, { url, email })
  await dialog.getByRole('textbox', { name: 'Verification code' }).fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

/** How the seller is paid. */
async function addPayment(
  page: Page,
  { url, email }: { readonly url: string; readonly email: string },
): Promise<void> {
  await page.goto(`${url}/en/p2p/payments`)
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Sally Seller')
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('First Bank')
  await page.getByRole('textbox', { name: 'Account number' }).fill('12-3456')
  await page.getByRole('button', { name: 'Add a payment method' }).click()
  await stepUpByMail(page, { url, email })
  await expect(page.getByText('Sally Seller')).toBeVisible()
}

/** An advert that buys, of the guest who has become a user. */
async function publishAdvert(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/en/p2p/adverts`)
  await page.getByRole('button', { name: 'Publish an advert' }).click()
  const form = page.getByRole('region', { name: 'Publish an advert' })
  await form.getByRole('radio', { name: 'Buy', exact: true }).check()
  await form.getByRole('textbox', { name: 'Price' }).fill('1.02')
  await form.getByRole('textbox', { name: 'Amount' }).fill('500')
  await form.getByRole('textbox', { name: 'Smallest order' }).fill('10')
  await form.getByRole('textbox', { name: 'Largest order' }).fill('200')
  await form.getByRole('checkbox', { name: 'Bank transfer' }).check()
  await form.getByRole('textbox', { name: 'Terms' }).fill('<img src=x onerror=alert(1)>')
  await form.getByRole('button', { name: 'Publish an advert' }).click()
  await stepUpByMail(page, { url, email: GUEST })
  await expect(page.getByText('Online')).toBeVisible()
}

/** A red packet and the link of the own invitations. */
async function shareLinks(page: Page, url: string) {
  await page.goto(`${url}/en/referral`)
  const invitation = await page.getByRole('link', { name: /commonCode=/ }).getAttribute('href')
  await page.goto(`${url}/en/redpacket`)
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await page.getByRole('textbox', { name: 'Number of people' }).fill('1')
  await page.getByRole('button', { name: 'Create red packet' }).click()
  await confirm(page, 'Create red packet')
  const packet = await page
    .getByRole('status')
    .getByRole('link', { name: /\/redpacket\// })
    .getAttribute('href')
  return { invitation: invitation ?? '', packet: packet ?? '' }
}

/** A guest with both links registers, and comes back to the packet. */
async function openAsGuest(
  browser: Browser,
  { url, invitation, packet }: { url: string; invitation: string; packet: string },
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(invitation)
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
  await page.goto(packet)
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(GUEST)
  await askForCode(page, page.getByRole('button', { name: 'Send code' }))
  await page
    .getByRole('textbox', { name: 'Verification code' })
    .fill(await mailedCode(page, { url, email: GUEST }))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('main').getByText('You received')).toBeVisible()
  await page.getByRole('link', { name: 'Who got what' }).click()
  await page.getByRole('button', { name: 'Check the division' }).click()
  await expect(page.getByText('The parts follow from the seed')).toBeVisible()
  return page
}

/** A new lead trader, with the funds that followers copy. */
async function becomeLead(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/en/copy-trading/my`)
  const form = page.getByRole('region', { name: 'Become a lead trader' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Sally')
  await form.getByRole('checkbox', { name: 'BTC/USDT' }).check()
  await form.getByRole('textbox', { name: 'Paid in' }).fill('1000')
  await form.getByRole('button', { name: 'Become a lead trader' }).click()
  await expect(page.getByRole('heading', { name: 'Trade with lead funds' })).toBeVisible()
}

/** The other one copies, and reads what was copied. */
async function copyLead(lead: Page, { follower, url }: { follower: Page; url: string }) {
  await follower.goto(`${url}/en/copy-trading`)
  await follower.getByRole('link', { name: 'Sally' }).click()
  await follower.getByRole('button', { name: 'Start copying' }).click()
  const dialog = follower.getByRole('dialog', { name: 'Copy Sally' })
  await dialog.getByRole('textbox', { name: 'Funds to copy with' }).fill('60')
  await expect(dialog.getByText('In the worst case you lose all 60 USDT.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start copying' }).click()
  await expect(dialog).toBeHidden()

  await lead.getByRole('textbox', { name: 'Amount' }).fill('500')
  await lead.getByRole('button', { name: 'Buy', exact: true }).last().click()
  await expect(lead.getByRole('textbox', { name: 'Amount' })).toHaveValue('')

  await follower.goto(`${url}/en/copy-trading/my`)
  const copies = follower.getByRole('table', { name: 'Copied orders' })
  await expect(async () => {
    await follower.reload()
    await expect(copies.getByText('Copied', { exact: true }).first()).toBeVisible({
      timeout: 15_000,
    })
  }).toPass()
}

/** The copying user stops: all is sold, the funds are home, and the notices say it once. */
async function stopCopying(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop and sell' }).click()
  await confirm(page, 'Stop and sell')
  const traders = page.getByRole('region', { name: 'Copied traders' })
  await expect(traders.getByText('Ended', { exact: true })).toBeVisible()
  const notices = await openNotices(page)
  await expect(notices.getByText(/Copying has ended/)).toHaveCount(1)
  await expect(notices.getByText(/Copied: .*Bought/).first()).toBeVisible()
  // Neither the copy nor its sale has another notice.
  await expect(notices.getByText(/^(?:.* · )?(?:Bought|Sold) /)).toHaveCount(0)
  await page.keyboard.press('Escape')
}

/** The page of operators in a browser of its own, after the log-in with a code. */
async function openAsOperator(
  browser: Browser,
  {
    home: { dataDir },
    gateway,
    now,
  }: {
    readonly home: GatewayHome
    readonly gateway: RunningGateway
    readonly now: () => number
  },
): Promise<Page> {
  const file = path.join(dataDir, 'operators/first.json')
  const { name, password, totpSecret } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
    Record<'name' | 'password' | 'totpSecret', string>
  >
  const page = await (await browser.newContext()).newPage()
  await page.goto(/^Operators: (\S+)$/m.exec(gateway.output())?.[1] ?? '')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Password').fill(password)
  const code = totp(totpSecret, { atMs: now() })
  await page.getByRole('textbox', { name: 'Code of the authenticator' }).fill(code)
  await page.getByRole('button', { name: 'Log in' }).click()
  return page
}

/** Offers coins for an amount of money to the only advert there is. */
async function takeAdvert(page: Page, { url, money }: { url: string; money: string }) {
  await page.goto(`${url}/en/p2p`)
  await page.getByRole('radio', { name: 'Sell', exact: true }).check()
  await page.getByRole('button', { name: 'Sell USDT' }).click()
  const take = page.getByRole('dialog', { name: 'Sell USDT' })
  await take.getByRole('textbox', { name: 'You are paid' }).fill(money)
  return take
}

const APPEAL_AFTER_MS = 10 * 60_000

/** A buyer says that he has paid, the seller says no, and an operator reads what both wrote. */
async function appeal(
  seller: Page,
  {
    buyer,
    browser,
    home,
    gateway,
  }: {
    readonly buyer: Page
    readonly browser: Browser
    readonly home: GatewayHome
    readonly gateway: RunningGateway
  },
): Promise<void> {
  const { url } = gateway
  const take = await takeAdvert(seller, { url, money: '20.4' })
  await take.getByRole('checkbox', { name: /^Bank transfer/ }).check()
  await take.getByRole('button', { name: 'Sell USDT' }).click()
  await expect(seller.getByRole('timer')).toBeVisible()
  await buyer.goto(`${url}/en/p2p/orders`)
  await buyer
    .getByRole('link', { name: /Buy USDT/ })
    .first()
    .click()
  await buyer.getByRole('button', { name: 'I have paid' }).click()
  await confirm(buyer, 'I have paid')
  await expect(seller.getByText(/^You can appeal from /)).toBeVisible()
  home.advanceClock(APPEAL_AFTER_MS)
  await seller.reload()
  await seller.getByRole('textbox', { name: 'Reason of the appeal' }).fill('<b>No</b> money came')
  await seller.getByRole('button', { name: 'Appeal', exact: true }).click()
  // Without a reload: by the account stream.
  await expect(buyer.getByText('Appeal: <b>No</b> money came')).toBeVisible()
  await buyer.getByRole('textbox', { name: 'Message' }).fill('It is on its way')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(seller.getByRole('log').getByText('It is on its way')).toBeVisible()

  const now = () => Date.now() + APPEAL_AFTER_MS
  const operator = await openAsOperator(browser, { home, gateway, now })
  const appeals = operator.getByRole('region', { name: 'P2P appeals' })
  await expect(appeals.getByRole('row')).toHaveCount(2)
  await expect(appeals.getByText('by the seller<b>No</b> money came')).toBeVisible()
  await expect(appeals.getByText('buyer: It is on its way')).toBeVisible()
  expect(await violationsOf(operator, { name: 'operator' })).toEqual([])
  await appeals.getByRole('textbox', { name: /^Reason/ }).fill('The bank shows no payment')
  await appeals.getByRole('button', { name: 'Return to the seller' }).click()
  await expect(operator.getByRole('status')).toContainText('refunded: The bank shows no payment')
  await expect(appeals.getByText('None.')).toBeVisible()
  for (const party of [buyer, seller]) {
    await expect(party.getByText('Decision: The bank shows no payment')).toBeVisible()
    await expect(party.getByText('Coins returned')).toBeVisible()
  }
}

test('sells coins to a guest, is copied, and appeals a sale', async ({
  page,
  browser,
  home,
  ownGateway,
  consoleErrors,
}) => {
  const { url, demo } = ownGateway
  // Two people and four products: only a journey that hangs is ended.
  await login(page, { url, ...demo })
  const seller = { url, email: demo.loginName }
  await addPayment(page, seller)
  const buyer = await openAsGuest(browser, { url, ...(await shareLinks(page, url)) })
  await publishAdvert(buyer, url)

  const take = await takeAdvert(page, { url, money: '51' })
  await expect(take.getByText('You give 50 USDT')).toBeVisible()
  await expect(take.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await take.getByRole('checkbox', { name: /^Bank transfer/ }).check()
  await take.getByRole('button', { name: 'Sell USDT' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)

  await buyer.goto(`${url}/en/p2p/orders`)
  await buyer.getByRole('link', { name: /Buy USDT/ }).click()
  await expect(buyer.getByText('12-3456')).toBeVisible()
  await buyer.getByRole('textbox', { name: 'Message' }).fill('<b>Paid</b> in a minute')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  const picture = await buyer.screenshot({ clip: { x: 0, y: 0, width: 200, height: 600 } })
  await buyer
    .getByLabel('Send a picture')
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture })
  // Without a reload: by the account stream.
  await expect(page.getByRole('log').getByText('<b>Paid</b> in a minute')).toBeVisible()
  await expect(page.getByRole('log').getByRole('img', { name: /^Picture from/ })).toBeVisible()
  // The newest message is in sight, whatever stands above it.
  await buyer.getByRole('textbox', { name: 'Message' }).fill('That is the slip.')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log').getByText('That is the slip.')).toBeInViewport()

  await buyer.getByRole('button', { name: 'I have paid' }).click()
  await confirm(buyer, 'I have paid')
  await page.getByRole('button', { name: 'Release the coins' }).click()
  await confirm(page, 'Release the coins')
  await stepUpAgain(page, seller)
  await expect(buyer.getByText('The coins are in your spot account.')).toBeVisible()
  await expect(page.getByText('Completed')).toBeVisible()
  expect(await violationsOf(buyer, { name: 'P2P order' })).toEqual([])

  await buyer.goto(`${url}/en/asset`)
  // 20 of the packet, 50 less the fee.
  await expect(buyer.getByRole('row', { name: /^USDT/ })).toContainText('69.95')
  await page.goto(`${url}/en/referral`)
  await expect(page.getByRole('table', { name: 'Invited' }).getByRole('row')).toHaveCount(2)
  expect(await violationsOf(page, { name: 'referral' })).toEqual([])

  await becomeLead(page, url)
  await copyLead(page, { follower: buyer, url })
  await stopCopying(buyer)

  const usdtOf = async () => (await buyer.getByRole('row', { name: /^USDT/ }).textContent()) ?? ''
  await buyer.goto(`${url}/en/asset`)
  await expect(buyer.getByRole('row', { name: /^USDT/ })).toBeVisible()
  const before = await usdtOf()
  await appeal(page, { buyer, browser, home, gateway: ownGateway })
  await buyer.goto(`${url}/en/asset`)
  await expect.poll(usdtOf).toBe(before)
  expect(consoleErrors).toEqual([])
})
