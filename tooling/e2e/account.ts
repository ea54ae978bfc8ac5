import { expect, type Page } from '@playwright/test'
import { askForCode, mailedCode } from './fixtures.ts'

interface Person {
  readonly url: string
  readonly email: string
  /** Default: what the development mailbox has. */
  readonly readCode?: () => Promise<string>
}

export const toSettings = (page: Page, { url }: { readonly url: string }) =>
  page.goto(`${url}/en/account/setting`)

/** Requests a mailed code without solving the puzzle and enters it. */
export async function fillMailedCode(page: Page, person: Person): Promise<void> {
  await askForCode(page, page.getByRole('button', { name: 'Send code' }))
  await expect(page.getByRole('button', { name: /Again in/ })).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Verification code' })
    .fill(await (person.readCode ?? (() => mailedCode(page, person)))())
}

/** Completes a step-up with a mailed code. */
export async function stepUpByMail(page: Page, person: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Security verification' })
  await expect(dialog).toBeVisible()
  await fillMailedCode(page, person)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

/** A passkey of the browser's own, added with a mailed code; it then proves every change. */
export async function addPasskey(page: Page, person: Person, name = 'Travel key'): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await toSettings(page, person)
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill(name)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await stepUpByMail(page, person)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
}

/** Completes a step-up with the passkey. */
export async function stepUpByPasskey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Security verification' })
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  await expect(dialog).toBeHidden()
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /\*\*\*@/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/en\/login$/)
}

/** The first step of a login with two steps. */
export async function showPassword(
  page: Page,
  { url, email, password }: Person & { readonly password: string },
): Promise<void> {
  await page.goto(`${url}/en/login`)
  await page.getByRole('textbox', { name: 'E-mail or mobile number' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('form').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
}

/** The stand-in confirms any name that it is given. */
export async function signInAt(
  page: Page,
  { name, email = '' }: { readonly name: string; readonly email?: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'Name there' }).fill(name)
  if (email !== '') await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByRole('form').getByRole('button', { name: 'Continue' }).click()
}

/** The page that the newest mail with a link leads to. */
export async function mailedPath(page: Page, { url, email }: Person): Promise<string> {
  let found = ''
  await expect(async () => {
    const answer = await page.request.get(`${url}/v1/dev/mailbox`, { params: { to: email } })
    const { data } = (await answer.json()) as { data: { path?: string; at: number }[] }
    const newest = data.toSorted((a, b) => b.at - a.at)
    found = newest.find(({ path = '' }) => path.includes('?'))?.path ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found
}
