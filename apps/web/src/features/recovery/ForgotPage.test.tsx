import { cleanup, fireEvent, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
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
const ask = async (name = 'me@example.com') => {
  await screen.findByRole('heading', { name: 'New password' })
  type('E-mail or mobile number', name)
  await press('Send code')
}
const save = async (code = '123456', pwd = 'better horse 8') => {
  type('Verification code', code)
  type('New password', pwd)
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

  it.each([
    ['an e-mail address', ' ann@example.com ', 'emailCode'],
    ['a mobile number', '7700900123', 'mobileCode'],
  ])('proves the account by the code of %s', async (_, name, field) => {
    await ask(name)
    expect(browser.asked(FORGOT)[0]?.data).toMatchObject({ loginName: name.trim(), bizId: 'biz' })
    await save(' 123456 ', 'correct-horse-7')
    const sent = browser.asked(RESET)[0]?.data ?? {}
    expect(sent).toMatchObject({ token: 'token', [field]: '123456', pwd: 'correct-horse-7' })
    expect(Object.keys(sent).filter((key) => key.endsWith('Code'))).toEqual([field])
  })

  it('says the same whether there is such an account or not', async () => {
    await ask('nobody@example.com')
    expect(screen.getByRole('status').textContent).toMatch(/^If this address has an account/)
  })

  it.each([
    ['12345', 'correct-horse-7', 'A code has six digits.'],
    ['123456', 'short-7', 'The password needs at least 8 characters.'],
    ['123456', 'onlyletters', 'The password needs a letter and a digit or sign.'],
  ])('sends neither the code %s nor the password %s', async (code, pwd, text) => {
    await ask()
    await save(code, pwd)
    expect(screen.getByText(text)).toBeTruthy()
    expect(browser.asked(RESET)).toEqual([])
  })

  it.each([
    ['pwd', 'This password is too common or contains your name.'],
    ['loginName', /^Enter an email address, or a mobile number/],
  ])('says what a refused field %s means here', async (field, text) => {
    browser.on(RESET, () => refused('40010', { data: { field } }))
    await ask()
    await save('123456', 'correct-horse-7')
    expect(screen.getByRole('alert').textContent).toMatch(text)
    expect(screen.queryByLabelText('Authenticator app')).toBeNull()
  })

  it('keeps what was typed after a wrong code', async () => {
    browser.on(RESET, () => refused('40102'))
    await ask()
    await save('123456', 'correct-horse-7')
    expect(screen.getByRole('alert').textContent).toBe(
      'The verification code is wrong or has expired.',
    )
    expect(
      screen.getByLabelText<HTMLInputElement>('New password', { selector: 'input' }).value,
    ).toBe('correct-horse-7')
  })

  it('asks for no code without a security check', async () => {
    browser.on('/security/policy/captcha/get-captcha-id', () => {
      throw connectionLost()
    })
    await ask()
    await settle(3_000)
    expect(browser.asked(FORGOT)).toEqual([])
    expect(screen.getByRole('alert').textContent).toMatch(/^The security check/)
  })
})

describe('what is sent for a new password', () => {
  it('is the name without the spaces around it, and the solved check', async () => {
    await screen.findByRole('heading', { name: 'New password' })
    type('E-mail or mobile number', '  me@example.com ')
    await press('Send code')
    expect(browser.asked(FORGOT)[0]?.data).toMatchObject({
      loginName: 'me@example.com',
      bizId: 'biz',
    })
  })

  it('is a code of the phone for a mobile number', async () => {
    await screen.findByRole('heading', { name: 'New password' })
    type('E-mail or mobile number', '13800138000')
    await press('Send code')
    await save()
    const { data } = browser.asked(RESET)[0] ?? {}
    expect(data).toMatchObject({ mobileCode: '123456', pwd: 'better horse 8' })
    expect(data).not.toHaveProperty('emailCode')
    expect(data).not.toHaveProperty('googleCode')
  })

  it('is nothing while the code has another shape', async () => {
    await ask()
    type('New password', 'better horse 8')
    for (const code of ['', '12345', '1234567', '12a456']) {
      type('Verification code', code)
      // oxlint-disable-next-line no-await-in-loop
      await press('Save')
    }
    expect(browser.asked(RESET)).toEqual([])
    const field = screen.getByLabelText('Verification code', { selector: 'input' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a recovery that is refused', () => {
  const alert = () => screen.getByRole('alert').textContent

  it('stays at the name, and says why', async () => {
    browser.on(FORGOT, () => refused('42901', { data: { retryAfter: 30 } }))
    await ask()
    expect(alert()).toContain('30')
    expect(screen.queryByLabelText('Verification code', { selector: 'input' })).toBeNull()
  })

  it('says the same of every name that is none', async () => {
    browser.on(FORGOT, () => refused('40010', { data: { field: 'loginName' } }))
    await ask()
    expect(alert()).not.toBe('')
    expect(alert()).not.toContain('loginName')
  })

  it('keeps what was typed, and can be sent again', async () => {
    browser.on(RESET, () => refused('40102'))
    await ask()
    await save()
    expect(alert()).not.toBe('')
    browser.on(RESET, () => ok(null))
    await press('Save')
    expect(browser.asked(RESET)).toHaveLength(2)
    expect(browser.asked(RESET)[1]?.data).toMatchObject({
      emailCode: '123456',
      pwd: 'better horse 8',
    })
    expect(screen.getByText(/Your new password is set/)).toBeTruthy()
  })

  it('names the password that the server does not take', async () => {
    browser.on(RESET, () => refused('40010', { data: { field: 'pwd' } }))
    await ask()
    await save()
    expect(alert()).toMatch(/password/i)
    expect(screen.queryByLabelText('Authenticator app')).toBeNull()
  })
})
