import {
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { createGatewayHome, type GatewayHome, type RunningGateway } from './gateway.ts'
import { printPages } from './printPages.ts'
import { seedStatement } from './seedStatement.ts'
import { blankDataDir, CALM, sharedGateway, type SharedGateway } from './sharedGateway.ts'

interface Fixtures {
  /** How the market of `ownGateway` moves. */
  readonly scenario: string
  /** Lines of the demo account's statement on `home`; 0: those that it opens with. */
  readonly statementLines: number
  /** The journey's own data folder; empty except for the tables. */
  readonly home: GatewayHome
  /**
   * The gateway that journeys of all workers share at the same time: they use other user names, or
   * guests.
   */
  readonly gateway: SharedGateway
  /**
   * A gateway on `home`, for a journey that stops it, reads its log, counts what the demo account
   * has or changes what all users share.
   */
  readonly ownGateway: RunningGateway
  /** Console errors and uncaught errors of pages; a journey must end with none. */
  readonly consoleErrors: string[]
}

export const test = base.extend<Fixtures>({
  statementLines: [0, { option: true }],
  home: async ({ statementLines }, provide) => {
    const home = createGatewayHome({ like: blankDataDir() })
    if (statementLines > 0) await seedStatement(home.dataDir, { lines: statementLines })
    await provide(home)
    home.remove()
  },
  gateway: async ({ context }, provide, info) => {
    await provide(sharedGateway())
    await printPages(context, info)
  },
  scenario: [CALM, { option: true }],
  ownGateway: async ({ home, scenario, context }, provide, info) => {
    const gateway = await home.start({ MARKET_SCENARIO: scenario })
    await provide(gateway)
    await printPages(context, info)
    await gateway.stop()
  },
  consoleErrors: async ({ context }, provide) => {
    const errors: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' && !saysPageIsMissing(message)) errors.push(message.text())
    })
    context.on('weberror', (error) => errors.push(String(error.error())))
    await provide(errors)
  },
})

export { expect }

/** The browser's own line about an address without a page: its document has status 404. */
function saysPageIsMissing(message: ConsoleMessage): boolean {
  const isOfDocument = message.location().url === message.page()?.url()
  return isOfDocument && /status of 404/.test(message.text())
}

/** Texts of the app in the languages of the journeys. */
export const WORDS = {
  en: {
    email: 'E-mail address',
    send: 'Send code',
    code: 'Verification code',
    password: 'Password',
    create: 'Create account',
    work: 'Verify without the puzzle',
    loginName: 'E-mail or mobile number',
    login: 'Log in',
    demo: 'Demo trading',
    enter: 'Start demo trading',
    leave: 'Leave demo trading',
  },
  ar: {
    email: 'البريد الإلكتروني',
    send: 'إرسال الرمز',
    code: 'رمز التحقق',
    password: 'كلمة المرور',
    create: 'إنشاء الحساب',
    work: '',
    loginName: 'البريد الإلكتروني أو رقم الجوال',
    login: 'تسجيل الدخول',
    demo: 'تداول تجريبي',
    enter: 'ابدأ التداول التجريبي',
    leave: 'مغادرة التداول التجريبي',
  },
} as const
export type JourneyLanguage = keyof typeof WORDS

export const PASSWORD = 'correct-horse-7'

interface NewAccount {
  readonly url: string
  readonly email: string
  readonly language?: JourneyLanguage
  /** Default: what the development mailbox has. */
  readonly readCode?: () => Promise<string>
}

/** Opens an account with an e-mail code: the security check by proof of work, then the code. */
export async function register(page: Page, account: NewAccount): Promise<void> {
  const { url, email, language = 'en', readCode = () => mailedCode(page, account) } = account
  const words = WORDS[language]
  await page.goto(`${url}/${language}/register`)
  await page.getByRole('textbox', { name: words.email }).fill(email)
  await askForCode(page, page.getByRole('button', { name: words.send }))
  await page.getByRole('textbox', { name: words.code }).fill(await readCode())
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words.create }).click()
  await expect(page).toHaveURL(`${url}/${language}/spot/BTCUSDT`)
}

/** Presses what sends a code, and passes the security check by calculation. */
export async function askForCode(page: Page, send: Locator): Promise<void> {
  // The button that skips the puzzle.
  const skip = page.locator('dialog .plain')
  // A check that a busy machine did not load within its ten seconds is asked for again.
  await expect(async () => {
    if (await skip.isHidden()) await send.click({ timeout: 5_000 })
    await expect(skip).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await skip.click()
  await expect(skip).toBeHidden()
}

export async function mailedCode(
  page: Page,
  { url, email }: { url: string; email: string },
): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const answer = await page.request.get(`${url}/v1/dev/mailbox`, { params: { to: email } })
    const { data } = (await answer.json()) as { data: { code: string; at: number }[] }
    // Reports of changes have none.
    code = data.filter((mail) => mail.code !== '').toSorted((a, b) => b.at - a.at)[0]?.code
    expect(code).toMatch(/^\d{6}$/)
  }).toPass()
  return code ?? ''
}

export async function login(
  page: Page,
  {
    url,
    loginName,
    password,
    language = 'en',
  }: { url: string; loginName: string; password: string; language?: JourneyLanguage },
): Promise<void> {
  const words = WORDS[language]
  await page.goto(`${url}/${language}/login`)
  await page.getByRole('textbox', { name: words.loginName }).fill(loginName)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: words.login, exact: true })
  await button.click()
  await expect(async () => {
    // Where the machine was too busy to answer in time, once more, as a user would.
    if (await main.getByRole('alert').isVisible()) await button.click()
    await expect(page).toHaveURL(`${url}/${language}/spot/BTCUSDT`, { timeout: 10_000 })
  }).toPass({ timeout: 180_000 })
}

const DAY_MS = 86_400_000
/** A journey takes less, even on a busy machine. */
const NEAR_MS = 300_000

/** What may be had once a day may be had again after midnight UTC: where it is near it passes. */
export async function letMidnightPass(page: Page): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < NEAR_MS) await page.waitForTimeout(left)
}

export async function enterPaperMode(page: Page, language: JourneyLanguage = 'en'): Promise<void> {
  const words = WORDS[language]
  await page.getByRole('button', { name: words.demo, exact: true }).click()
  await page.getByRole('button', { name: words.enter }).click()
  const leave = page.getByRole('banner').getByRole('button', { name: words.leave })
  await expect(leave).toBeVisible()
}
