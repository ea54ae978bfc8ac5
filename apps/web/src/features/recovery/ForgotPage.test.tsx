import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { renderPage } from '../../testing/renderPage.tsx'
import { ForgotPage } from './ForgotPage.tsx'

const FORGOT = '/user/password/forgot'
const RESET = '/user/password/reset'

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(async () => {
  browser = createTestBrowser()
  browser.on('/security/policy/captcha/get-captcha-id', () =>
    ok({ status: 0, bizId: 'biz', geetestId: '' }),
  )
  browser.on(FORGOT, () => ok({ token: 'token' }))
  browser.on(RESET, () => ok(null))
  const path = '/en/forgot-password'
  const tab = await browser.openTab(`http://app${path}`)
  settle = renderPage(
    <GuardTexts>
      <ForgotPage />
    </GuardTexts>,
    { browser, tab, at: path },
  ).settle
  await settle()
})
afterEach(cleanup)

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
  await settle()
}
const ask = async () => {
  await screen.findByRole('heading', { name: 'New password' })
  type('E-mail or mobile number', 'me@example.com')
  await press('Send code')
}
const save = async () => {
  type('Verification code', '123456')
  type('New password', 'better horse 8')
  await press('Save')
}

describe('the recovery of a password (products 7)', () => {
  it('sends a code, sets the password and leads to the log-in', async () => {
    await ask()
    await save()
    expect(browser.asked(RESET).at(-1)?.data).toMatchObject({
      token: 'token',
      emailCode: '123456',
      pwd: 'better horse 8',
    })
    expect(screen.getByText(/Your new password is set/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/en/login')
  })

  it('asks for the authenticator once the server wants it', async () => {
    browser.on(RESET, () => refused('40010', { data: { field: 'googleCode' } }))
    await ask()
    expect(screen.queryByLabelText('Authenticator app')).toBeNull()
    await save()
    expect(screen.getByRole('alert').textContent).toContain('has an authenticator')
    type('Authenticator app', '654321')
    await press('Save')
    expect(browser.asked(RESET).at(-1)?.data).toMatchObject({ googleCode: '654321' })
  })

  it('sends nothing without a name, or with a short password', async () => {
    await screen.findByRole('heading', { name: 'New password' })
    await press('Send code')
    expect(browser.asked(FORGOT)).toHaveLength(0)
    await ask()
    type('Verification code', '123456')
    type('New password', 'short')
    await press('Save')
    expect(browser.asked(RESET)).toHaveLength(0)
  })
})
