import { cleanup, fireEvent, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { RegisterPage } from './RegisterPage.tsx'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

const SEND = '/user/message/sendCode'
const REGISTER = '/user/register/email'
const ADDRESS = 'new@example.com'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async (href: string) => {
  browser = createTestBrowser()
  browser.on('/security/policy/captcha/get-captcha-id', () =>
    ok({ status: 0, bizId: 'biz', geetestId: '' }),
  )
  browser.on(SEND, () => ok())
  browser.on(
    REGISTER,
    () => (browser.signIn('9'), ok({ realm: 'live', userInfo: { userId: '9' } })),
  )
  tab = await browser.openTab(href)
  settle = renderPage(<RegisterPage />, { browser, tab, at: new URL(href).pathname }).settle
}
beforeEach(async () => {
  await open('http://app/en/register')
  await settle()
})
afterEach(cleanup)

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const areaCode = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Area code' })
/** Types a part of a code or of a country, and takes the first that is found. */
const chooseArea = async (query: string) => {
  fireEvent.click(areaCode())
  await settle()
  fireEvent.change(areaCode(), { target: { value: query } })
  await settle()
  fireEvent.click((await screen.findAllByRole('option'))[0]!)
  await settle()
}
const complete = async () => {
  fill('E-mail address', ADDRESS)
  await press('Send code')
  fill('Verification code', '123456')
  fill('Password', 'correct-horse-7')
  await press('Create account')
}
const described = (label: string) =>
  screen
    .getByLabelText(label)
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
/** What is said of the whole form; fields have alerts of their own. */
const formAlert = () => screen.getByRole('form').querySelector(':scope > [role=alert]')?.textContent

describe('registering', () => {
  it('sends a code after a security check (wire 10)', async () => {
    await complete()
    expect(browser.asked(SEND)[0]?.data).toMatchObject({
      scene: 'register',
      email: ADDRESS,
      bizId: 'biz',
    })
    expect(browser.asked(REGISTER)[0]?.data).toMatchObject({
      email: ADDRESS,
      emailCode: '123456',
      pwd: 'correct-horse-7',
      bizId: 'biz',
    })
    expect([tab.session().user?.userId, browser.asked('/user/overview/userinfo').length]).toEqual([
      '9',
      1,
    ])
  })
  it('moves to the code once it is sent', async () => {
    fill('E-mail address', ADDRESS)
    const send = screen.getByRole('button', { name: 'Send code' })
    send.focus()
    fireEvent.click(send)
    expect(document.activeElement).toBe(send)
    await settle()
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
  })
  it('leaves the focus where the user has gone meanwhile', async () => {
    fill('E-mail address', ADDRESS)
    fireEvent.click(screen.getByRole('button', { name: 'Send code' }))
    screen.getByLabelText('Password').focus()
    await settle()
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })
  it('asks for nothing that can be seen to be wrong', async () => {
    fill('E-mail address', 'nobody')
    fill('Password', 'short')
    await press('Create account')
    expect(browser.asked(REGISTER)).toEqual([])
    expect([described('E-mail address'), described('Password')]).toEqual([
      expect.stringContaining('Enter an e-mail address such as'),
      expect.stringContaining('at least 8 characters'),
    ])
  })
  it('offers another code after a minute', async () => {
    fill('E-mail address', ADDRESS)
    await press('Send code')
    expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull()
    for (let second = 0; second < 60; second++) await settle(1_000)
    expect(screen.queryByRole('button', { name: 'Send code' })).not.toBeNull()
  })
})

describe('a refused registration', () => {
  it.each([
    [
      '40010',
      'email',
      'E-mail address',
      'This e-mail address cannot be used, or it has an account already.',
    ],
    ['40010', 'emailCode', 'Verification code', 'Enter the verification code as it was sent.'],
    ['40010', 'pwd', 'Password', 'This password is not accepted'],
    ['40102', undefined, 'Verification code', 'The verification code is wrong or has expired.'],
  ])('shows refusal %s about %s at %s, translated', async (code, field, label, text) => {
    browser.on(REGISTER, () => refused(code, { msg: 'in English', data: field && { field } }))
    await complete()
    expect(described(label)).toContain(text)
    expect([formAlert(), document.body.textContent?.includes('in English')]).toEqual(['', false])
  })
  it.each(['mobile', 'bizId', '__proto__'])(
    'shows refusal 40010 about the hidden field %s for the whole form',
    async (field) => {
      browser.on(REGISTER, () => refused('40010', { msg: 'in English', data: { field } }))
      await complete()
      expect(formAlert()).toMatch(/not accepted|cannot be used/)
    },
  )
  it('goes when the next try begins', async () => {
    browser.on(REGISTER, () => refused('40010', { data: { field: 'email' } }))
    await complete()
    browser.on(REGISTER, () => new Promise(() => {}))
    await press('Create account')
    expect(described('E-mail address') ?? '').not.toContain('cannot be used')
  })
  it('keeps the form after a lost connection', async () => {
    browser.on(REGISTER, () => {
      throw connectionLost()
    })
    await complete()
    expect([
      formAlert() !== '',
      (screen.getByLabelText('E-mail address') as HTMLInputElement).value,
    ]).toEqual([true, ADDRESS])
  })
})

it('translates refusals beside a field (spec 2.1)', async () => {
  cleanup()
  await open('http://app/zh-CN/register')
  await settle()
  browser.on(REGISTER, () => refused('40010', { msg: 'in English', data: { field: 'email' } }))
  const texts = tab.services.catalog.getState().parts.pages
  const text = (id: 'register.email' | 'register.code' | 'login.password' | 'register.submit') =>
    texts?.[id] ?? id
  fill(text('register.email'), ADDRESS)
  fill(text('register.code'), '123456')
  fill(text('login.password'), 'correct-horse-7')
  await press(text('register.submit'))
  expect(described(text('register.email'))).toContain('此邮箱地址无法使用，或已注册过账户。')
})

describe('registering with a mobile number', () => {
  const fillMobile = async () => {
    fireEvent.click(screen.getByText('Mobile'))
    await chooseArea('86')
    fill('Mobile number', '138 0013-8000')
    await press('Send code')
  }
  it('remembers the area code for the next visit (spec 3)', async () => {
    await fillMobile()
    fill('Verification code', '123456')
    fill('Password', 'correct-horse-7')
    await press('Create account')
    expect(tab.services.storage.get(STORAGE_KEYS.areaCode)).toBe('86')
    cleanup()
    browser.signOut()
    tab = await browser.openTab('http://app/en/register')
    settle = renderPage(<RegisterPage />, { browser, tab, at: '/en/register' }).settle
    await settle()
    fireEvent.click(screen.getByText('Mobile'))
    expect(areaCode().value).toBe('\u2066+86\u2069 China')
  })

  it('sends digits only and shows the number with area code', async () => {
    await fillMobile()
    expect(browser.asked(SEND)[0]?.data).toMatchObject({
      scene: 'register',
      areaCode: '86',
      mobile: '13800138000',
      bizId: 'biz',
    })
    expect(browser.asked(SEND)[0]?.data).not.toHaveProperty('email')
  })
  it.each([
    ['areaCode', 'Area code', 'This area code is not known.'],
    ['mobile', 'Mobile number', 'This mobile number cannot be used, or it has an account already.'],
  ])('shows refusal 40010 about %s at its field', async (field, label, text) => {
    browser.on(SEND, () => refused('40010', { msg: 'in English', data: { field } }))
    await fillMobile()
    expect(described(label)).toContain(text)
  })
})

describe('the security check before a code', () => {
  it('sends nothing and says so if the captcha is unavailable', async () => {
    browser.on('/security/policy/captcha/get-captcha-id', () => {
      throw connectionLost()
    })
    fill('E-mail address', ADDRESS)
    await press('Send code')
    expect([browser.asked(SEND).length, formAlert()]).toEqual([
      0,
      'The security check could not be loaded. Please try again.',
    ])
  })
  it.each([
    ['42901', 'Too many attempts. Please wait a while.'],
    ['40103', 'Please complete the security check.'],
  ])('shows refusal %s of a code request, allows a retry', async (code, text) => {
    browser.on(SEND, () => refused(code))
    fill('E-mail address', ADDRESS)
    await press('Send code')
    expect(formAlert()).toBe(text)
    expect(screen.queryByRole('button', { name: 'Send code' })).not.toBeNull()
  })
})

describe('registering with both addresses', () => {
  const BOTH = '/user/register/mobileAndEmail'
  const complete = async () => {
    fireEvent.click(screen.getByText('Both'))
    fill('E-mail address', ADDRESS)
    await chooseArea('Kingdom')
    fill('Mobile number', '7700 900123')
    for (const button of screen.getAllByRole('button', { name: 'Send code' })) {
      fireEvent.click(button)
      await settle()
    }
    fill('Code from the e-mail', '111111')
    fill('Code from the text message', '222222')
    fill('Password', 'correct-horse-7')
    await press('Create account')
  }
  it('sends a code to each and opens one account (wire 10)', async () => {
    browser.on(BOTH, () => (browser.signIn('9'), ok({ realm: 'live', userInfo: { userId: '9' } })))
    await complete()
    expect(browser.asked(SEND).map(({ data }) => data['email'] ?? data['mobile'])).toEqual([
      ADDRESS,
      '7700900123',
    ])
    expect(browser.asked(BOTH)[0]?.data).toMatchObject({
      email: ADDRESS,
      emailCode: '111111',
      areaCode: '44',
      mobile: '7700900123',
      mobileCode: '222222',
      pwd: 'correct-horse-7',
      bizId: 'biz',
    })
    expect([tab.session().user?.userId, tab.services.storage.get(STORAGE_KEYS.areaCode)]).toEqual([
      '9',
      '44',
    ])
  })
  it.each([
    ['mobileCode', 'Code from the text message', 'Enter the verification code as it was sent.'],
    ['mobile', 'Mobile number', 'This mobile number cannot be used'],
    ['email', 'E-mail address', 'This e-mail address cannot be used'],
  ])('shows refusal 40010 about %s at its field', async (field, label, text) => {
    browser.on(BOTH, () => refused('40010', { msg: 'in English', data: { field } }))
    await complete()
    expect(described(label)).toContain(text)
  })
  it('says of a wrong code that it is one of the two', async () => {
    browser.on(BOTH, () => refused('40102'))
    await complete()
    expect(formAlert()).toBe('The verification code is wrong or has expired.')
  })
  it('sends nothing while one of the codes is missing', async () => {
    fireEvent.click(screen.getByText('Both'))
    fill('E-mail address', ADDRESS)
    await chooseArea('Kingdom')
    fill('Mobile number', '7700900123')
    fill('Code from the e-mail', '111111')
    fill('Password', 'correct-horse-7')
    await press('Create account')
    expect(browser.asked(BOTH)).toEqual([])
    expect(described('Code from the text message')).toContain('Send a code first.')
  })
})

describe('the security check of a code names its action (spec 3.13)', () => {
  const ID = '/security/policy/captcha/get-captcha-id'
  it('sends the area code of a mobile number', async () => {
    fireEvent.click(screen.getByText('Mobile'))
    await chooseArea('86')
    fill('Mobile number', '13800138000')
    await press('Send code')
    expect(browser.asked(ID)[0]?.data).toMatchObject({ scene: 'sendCode', areaCode: '86' })
  })
  it('sends the former check when a code is sent again', async () => {
    fill('E-mail address', ADDRESS)
    await press('Send code')
    expect(browser.asked(ID)[0]?.data).not.toHaveProperty('bizId')
    for (let second = 0; second < 60; second++) await settle(1_000)
    await press('Send code')
    expect(browser.asked(ID)[1]?.data).toMatchObject({ scene: 'sendCode', bizId: 'biz' })
  })
})

describe('a code that was not asked for', () => {
  it('is not missed when its field was only passed', async () => {
    fireEvent.blur(screen.getByLabelText('Verification code'))
    expect(described('Verification code') ?? '').toBe('')
    await press('Create account')
    expect(described('Verification code')).toContain('Send a code first.')
  })
  it('is judged once it was typed, or asked for', async () => {
    fill('Verification code', '12')
    fireEvent.blur(screen.getByLabelText('Verification code'))
    expect(described('Verification code')).toContain('A code has six digits.')
    fill('Verification code', '')
    expect(described('Verification code') ?? '').toBe('')
    fill('E-mail address', ADDRESS)
    await press('Send code')
    expect(described('Verification code')).toContain('A code has six digits.')
  })
})

describe('the list of calling codes', () => {
  beforeEach(async () => {
    fireEvent.click(screen.getByText('Mobile'))
    await settle()
  })
  it('finds a country by its name or its code', async () => {
    await chooseArea('german')
    expect(areaCode().value).toBe('\u2066+49\u2069 Germany')
    await chooseArea('+358')
    expect(areaCode().value).toMatch(/Åland|Finland/)
  })
  it('keeps the chosen country of a shared code', async () => {
    await chooseArea('canada')
    fill('Mobile number', '6045550100')
    await press('Send code')
    expect(areaCode().value).toBe('\u2066+1\u2069 Canada')
    expect(browser.asked(SEND)[0]?.data).toMatchObject({ areaCode: '1', mobile: '6045550100' })
  })
  it('asks for a code where none was chosen', async () => {
    fill('Mobile number', '6045550100')
    await press('Create account')
    expect(described('Area code')).toContain('Such as 44.')
  })
})

describe('a new password', () => {
  it.each([
    ['password1', 'Weak'],
    ['tk4mqxw9', 'Fair'],
    ['Kx7#mQ2pwLd9', 'Strong'],
  ])('is rated while it is typed: %s is %s', async (password, text) => {
    expect(screen.queryByRole('meter')).toBeNull()
    fill('Password', password)
    await settle()
    const meter = screen.getByRole('meter', { name: 'Password strength' })
    expect([meter.getAttribute('aria-valuetext'), meter.parentElement?.textContent]).toEqual([
      text,
      text,
    ])
  })
  it('is weaker with the name of the address in it', async () => {
    fill('E-mail address', 'kestrel.whitmore@example.com')
    fill('Password', 'kestrel-whitmore')
    await settle()
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('Weak')
  })
})

describe('the code of who invited (spec 4)', () => {
  const field = () => screen.queryByLabelText<HTMLInputElement>('Referral code')
  const fromLink = async () => {
    cleanup()
    await open('http://app/en/register')
    const referral = await tab.services.referral()
    referral.capture('http://app/en/register?commonCode=friend1&actCode=a1')
    referral.configure({
      open: true,
      cacheEffectiveTime: 7,
      cacheBeginTime: 0,
      cacheEndTime: 4_102_444_800_000,
      channelCodeList: [],
      activeLinkList: [],
    })
    await settle()
  }
  it('is folded, and sent as it was typed', async () => {
    expect(field()).toBeNull()
    await press('I have a referral code')
    fill('Referral code', ' friend2 ')
    await complete()
    expect(browser.asked(REGISTER)[0]?.data).toMatchObject({ commonCode: 'friend2' })
  })
  it('is filled in from the link, and may be another one', async () => {
    await fromLink()
    expect(field()?.value).toBe('friend1')
    fill('Referral code', 'friend2')
    await complete()
    expect(browser.asked(REGISTER)[0]?.data).toMatchObject({ commonCode: 'friend2', actCode: 'a1' })
  })
  it('is none after the one of the link was deleted', async () => {
    await fromLink()
    fill('Referral code', '')
    await complete()
    expect(browser.asked(REGISTER)[0]?.data).not.toHaveProperty('commonCode')
    expect(browser.asked(REGISTER)[0]?.data).toMatchObject({ actCode: 'a1' })
  })
  it('stops a registration while it is none', async () => {
    await press('I have a referral code')
    fill('Referral code', 'two words')
    await complete()
    expect(browser.asked(REGISTER)).toEqual([])
    expect(described('Referral code')).toContain('Only letters, digits, - and _')
  })
})

it('links the terms that a registration accepts', () => {
  const link = screen.getByRole('link', { name: 'terms of use' })
  expect([link.getAttribute('href'), link.parentElement?.textContent]).toEqual([
    '/en/help#terms',
    'By creating an account you accept the terms of use.',
  ])
})

it('names the site before a password is typed', () => {
  expect(screen.getByText(/^You are on/).textContent).toBe(
    'You are on app. Check the address before you log in.',
  )
})
