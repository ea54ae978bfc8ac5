import {
  addPasskey,
  fillMailedCode,
  logOut,
  mailedPath,
  showPassword,
  signInAt,
  stepUpByMail,
  stepUpByPasskey,
  toSettings,
} from '../account.ts'
import { expect, login, PASSWORD, register, test } from '../fixtures.ts'
import { totp } from '../totp.ts'

const STEP_MS = 30_000

test('enrols an authenticator, asks for it at login and at its removal', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const email = 'totp@example.com'
  await register(page, { url, email })
  await toSettings(page, { url })
  await page.getByRole('button', { name: 'Turn on: Authenticator app' }).click()
  await stepUpByMail(page, { url, email })

  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  await expect(
    dialog.getByRole('img', { name: 'QR code of the authenticator secret' }),
  ).toBeVisible()
  const secret = (
    (await dialog.locator('[data-x-part="copy-text"] bdi').textContent()) ?? ''
  ).replace(/\s/g, '')
  await dialog
    .getByRole('textbox', { name: 'Code' })
    .fill(totp(secret, { atMs: Date.now() - 40 * STEP_MS }))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The verification code is wrong or has expired.',
  )
  const enrolledAt = Date.now()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp(secret, { atMs: enrolledAt }))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Turn off: Authenticator app' })).toBeVisible()

  await logOut(page)
  await showPassword(page, { url, email, password: PASSWORD })
  // A code works once; the next one is accepted a little early.
  const next = totp(secret, { atMs: Math.max(enrolledAt + STEP_MS, Date.now()) })
  await page.getByRole('textbox', { name: 'Code' }).fill(next)
  await page.getByRole('form').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${url}/en/spot/BTCUSDT`)

  await toSettings(page, { url })
  await page.getByRole('button', { name: 'Turn off: Authenticator app' }).click()
  const stepUp = page.getByRole('dialog', { name: 'Security verification' })
  await expect(stepUp.getByText('Enter the code from your authenticator app.')).toBeVisible()
  await stepUp.getByRole('textbox', { name: 'Code' }).fill(next)
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(stepUp.getByRole('alert'), 'a code that served once serves no more').toHaveText(
    'The verification code is wrong or has expired.',
  )
  await stepUp.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Turn off: Authenticator app' })).toBeEnabled()

  // Lost: with password and address it is taken away after 72 hours, unless a mail stops it.
  await logOut(page)
  await page.goto(`${url}/en/modifyverification`)
  await page.getByRole('textbox', { name: 'E-mail or mobile number' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await fillMailedCode(page, { url, email })
  await page.getByRole('button', { name: 'Request the change' }).click()
  await expect(page.getByText(/^Takes effect on /)).toBeVisible()
  await page.goto(`${url}/en${await mailedPath(page, { url, email })}`)
  await page.getByRole('button', { name: 'Stop the change' }).click()
  await expect(page.getByText('The change was stopped.')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('adds a passkey, asks for it at login and removes it', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const email = 'passkey@example.com'
  await register(page, { url, email })
  await addPasskey(page, { url, email })

  await logOut(page)
  await showPassword(page, { url, email, password: PASSWORD })
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page).toHaveURL(`${url}/en/spot/BTCUSDT`)

  await toSettings(page, { url })
  await page.getByRole('button', { name: 'Remove: Travel key' }).click()
  await stepUpByPasskey(page)
  await expect(page.getByRole('listitem').filter({ hasText: 'Travel key' })).toBeHidden()
  await logOut(page)
  await login(page, { url, loginName: email, password: PASSWORD })
  expect(consoleErrors).toEqual([])
})

test('approves or refuses the QR login of another device', async ({
  page,
  browser,
  ownGateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, ...demo })
  const other = await (await browser.newContext()).newPage()
  await other.goto(`${url}/en/login`)
  await other.getByRole('button', { name: 'Scan to log in' }).click()
  await expect(
    other.getByRole('img', { name: 'QR code for a device that is logged in' }),
  ).toBeVisible()
  const link = () => other.getByRole('link', { name: 'Open on this device' }).getAttribute('href')

  // The link has no language: each device has its own.
  await page.goto((await link()) ?? '')
  // Opening a link approves nothing: an attacker may have sent it (SR8).
  await expect(
    page.getByText(/^The person who sent you this code or link would get into your account/),
  ).toBeVisible()
  await expect(other.getByText('Scan the code with a device that is logged in.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the device' }).click()
  await expect(page.getByText('Chrome, Linux')).toBeVisible()
  await expect(page.getByText(/^(127\.0\.0\.\*|0:0:0:\*)$/)).toBeVisible()
  await expect(
    other.getByText('Scanned. Please allow the log-in on the other device.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(other.getByText('The log-in was refused on the other device.')).toBeVisible()

  await other.getByRole('button', { name: 'New code' }).click()
  await page.goto(`${url}/en/qr`)
  await expect(page).toHaveURL(`${url}/en/qr`)
  await page.getByRole('textbox', { name: 'Link of the QR code' }).fill((await link()) ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Show the device' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(other).toHaveURL(`${url}/en/spot/BTCUSDT`)
  await expect(other.getByRole('button', { name: 'de***@example.com' })).toBeVisible()

  await toSettings(page, { url })
  await page.getByRole('button', { name: 'Log out all others' }).click()
  await expect(page.getByText('1 device was logged out.')).toBeVisible()
  await other.goto(`${url}/en/asset`)
  await expect(
    other
      .getByRole('main')
      .getByRole('link', { name: 'Log in' })
      .or(other.getByRole('form', { name: 'Log in' })),
  ).toBeVisible()
  expect(consoleErrors).toEqual([])
  await other.context().close()
})

test('links a third-party identity to an existing account only with its password', async ({
  page,
  browser,
  gateway: { url },
  consoleErrors,
}) => {
  // A new user whose address the third party confirms.
  await page.goto(`${url}/en/login?from=%2Fasset`)
  await page.getByRole('link', { name: 'Google' }).click()
  await signInAt(page, { name: 'newuser', email: 'newuser@example.com' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${url}/en/asset`)
  await expect(page.getByRole('button', { name: 'ne***@example.com' })).toBeVisible()

  // An impostor with the e-mail address of an account but not its password.
  const owner = await (await browser.newContext()).newPage()
  await register(owner, { url, email: 'owner@example.com' })
  const impostor = await (await browser.newContext()).newPage()
  await impostor.goto(`${url}/en/login/third/apple`)
  await signInAt(impostor, { name: 'impostor', email: 'owner@example.com' })
  const form = impostor.getByRole('form', { name: 'Connect your account' })
  await expect(form.getByText('ow***@example.com has an account here.')).toBeVisible()
  await form.getByRole('textbox', { name: 'E-mail or mobile number' }).fill('owner@example.com')
  await form.getByLabel('Password', { exact: true }).fill('guessed-password-1')
  await form.getByRole('button', { name: 'Connect and log in' }).click()
  await expect(form.getByRole('alert')).toHaveText('The login name or password is wrong.')
  await expect(impostor.getByRole('link', { name: 'Sign up' })).toBeVisible()

  // The owner connects it, in the settings, after a step-up.
  await owner.goto(`${url}/en/account/setting/third/apple`)
  await signInAt(owner, { name: 'owner', email: 'owner@example.com' })
  await owner.getByRole('button', { name: 'Connect' }).click()
  await stepUpByMail(owner, { url, email: 'owner@example.com' })
  await expect(owner).toHaveURL(`${url}/en/account/setting`)
  await expect(owner.getByRole('button', { name: 'Remove: Apple' })).toBeVisible()

  // The new user cannot link the same identity and keeps the own account.
  await page.goto(`${url}/en/account/setting/third/apple`)
  await signInAt(page, { name: 'owner', email: 'owner@example.com' })
  await page.getByRole('button', { name: 'Connect' }).click()
  await stepUpByMail(page, { url, email: 'newuser@example.com' })
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(
    'This identity opens another account already, or one of its kind is connected.',
  )
  await expect(page.getByRole('button', { name: 'ne***@example.com' })).toBeVisible()

  // Then the identity logs in to the owner's account without a password.
  await logOut(owner)
  await owner.getByRole('link', { name: 'Apple' }).click()
  await signInAt(owner, { name: 'owner' })
  await expect(owner).toHaveURL(`${url}/en/spot/BTCUSDT`)
  await expect(owner.getByRole('button', { name: 'ow***@example.com' })).toBeVisible()
  expect(consoleErrors).toEqual([])
  await owner.context().close()
  await impostor.context().close()
})

test('registers with a wallet, then creates, enters and leaves a sub-account', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const email = 'holder@example.com'
  await page.goto(`${url}/en/login/third/wallet`)
  await signInAt(page, { name: 'holder' })
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await fillMailedCode(page, { url, email })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${url}/en/spot/BTCUSDT`)

  await page.goto(`${url}/en/account/sub-account`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Hedging')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await stepUpByMail(page, { url, email })
  await page.getByRole('button', { name: 'Enter: Hedging' }).click()
  const marker = page
    .getByRole('banner')
    .getByRole('button', { name: 'Sub-account: Hedging. Back to the main account' })
  await expect(marker).toBeVisible()
  await page.goto(`${url}/en/modifyverification`)
  await expect(page).toHaveURL(`${url}/en/account/setting`)
  await expect(page.getByText('These settings belong to the main account.')).toBeVisible()
  await marker.click()
  await expect(marker).toBeHidden()
  await expect(page.getByRole('button', { name: 'ho***@example.com' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove: Wallet' })).toBeVisible()
  expect(consoleErrors).toEqual([])
})
