import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { renderPage } from '../../testing/renderPage.tsx'
import { ModifyPage } from './ModifyPage.tsx'

const STOP = '/user/recovery/stop'
const ASK = '/user/recovery/ask'
const CANCEL = '/user/recovery/cancel'
const WAITING = { changeId: '4', lost: 'google', askedAt: 0, effectiveAt: 1, target: null }

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/user/recovery/list', () => ok([WAITING]))
})
afterEach(cleanup)

const open = async (at = '/en/modifyverification') => {
  tab = await browser.openTab(`http://app${at}`)
  settle = renderPage(
    <GuardTexts>
      <ModifyPage />
    </GuardTexts>,
    { browser, tab, at },
  ).settle
  await settle()
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
  await settle()
}
/** Types a part of a country's name and takes the first that is found. */
const chooseArea = async (query: string) => {
  const area = () => screen.getByRole('combobox', { name: 'Area code' })
  fireEvent.click(area())
  await settle()
  fireEvent.change(area(), { target: { value: query } })
  await settle()
  fireEvent.click((await screen.findAllByRole('option'))[0]!)
  await settle()
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the link that stops a change (products 7)', () => {
  it('stops nothing before its reader says so (products 7)', async () => {
    browser.on(STOP, () => ok(null))
    await open('/en/modifyverification?stop=token-1')
    expect(browser.asked(STOP)).toEqual([])
    await press('Stop the change')
    expect(browser.asked(STOP)[0]?.data['token']).toBe('token-1')
    expect(screen.queryByText('The change was stopped.')).not.toBeNull()
  })

  it('says that a link was used before (products 7)', async () => {
    browser.on(STOP, () => refused('40102'))
    await open('/en/modifyverification?stop=used')
    await press('Stop the change')
    expect(screen.getByRole('alert').textContent).toBe(
      'The verification code is wrong or has expired.',
    )
  })
})

it('keeps addresses from a sub-account, its lost proofs not (products 7)', async () => {
  browser.signIn('7')
  browser.on('/user/overview/userinfo', () =>
    ok({ userId: '7', realm: 'live', roles: ['sub-account'], vipLevel: 0 }),
  )
  await open()
  expect(screen.queryByText(/^Takes effect on/)).not.toBeNull()
  expect(screen.queryByLabelText('New e-mail address')).toBeNull()
})

describe('a proof that was lost (products 7)', () => {
  it('is asked for by a guest with password and code (products 7)', async () => {
    browser.on(ASK, () => ok(WAITING))
    await open()
    type('E-mail or mobile number', 'a@example.com')
    type('Password', 'correct horse 7')
    type('Verification code', '123456')
    await press('Request the change')
    expect(browser.asked(ASK)[0]?.data).toMatchObject({
      loginName: 'a@example.com',
      pwd: 'correct horse 7',
      lost: 'google',
      emailCode: '123456',
    })
    expect(screen.queryByText(/^Takes effect on/)).not.toBeNull()
  })

  it('is proved by the mobile number that names the account (products 7)', async () => {
    browser.on(ASK, () => ok(WAITING))
    browser.on('/user/message/sendCode', () => ok(null))
    browser.on('/security/policy/captcha/get-captcha-id', () =>
      ok({ status: 0, bizId: 'biz', geetestId: '' }),
    )
    await open()
    type('E-mail or mobile number', '7700 900123')
    await chooseArea('Kingdom')
    await press('Send code')
    expect(browser.asked('/user/message/sendCode')[0]?.data).toMatchObject({
      scene: 'login',
      areaCode: '44',
      mobile: '7700900123',
    })
    type('Password', 'correct horse 7')
    type('Verification code', '123456')
    await press('Request the change')
    const [asked] = browser.asked(ASK)
    expect(asked?.data).toMatchObject({ areaCode: '44', mobileCode: '123456', lost: 'google' })
    expect(asked?.data).not.toHaveProperty('emailCode')
  })

  it('says what it takes away before it is asked for (products 7)', async () => {
    await open()
    expect(screen.getByText(/API keys and third-party log-ins are removed\.$/)).toBeTruthy()
  })

  it('shows why it was refused (products 7)', async () => {
    browser.on(ASK, () => refused('40101'))
    await open()
    type('E-mail or mobile number', 'a@example.com')
    await press('Request the change')
    expect(screen.getByRole('alert').textContent).not.toBe('')
  })
})

describe('the changes that wait (products 7)', () => {
  it('are listed for their owner, who may stop them (products 7)', async () => {
    browser.signIn('7')
    browser.on(CANCEL, () => ok(null))
    await open()
    expect(screen.queryByText('Waiting changes')).not.toBeNull()
    await press('Stop the change')
    expect(browser.asked(CANCEL)[0]?.data['changeId']).toBe('4')
  })
})

describe('the change of an address (products 7)', () => {
  it('takes the code of the new address and a step-up (products 7)', async () => {
    browser.signIn('7')
    browser.on('/user/recovery/list', () => ok([]))
    browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
    await open()
    type('New e-mail address', 'new@example.com')
    fireEvent.change(screen.getAllByLabelText('Verification code')[0]!, {
      target: { value: '654321' },
    })
    fireEvent.submit(screen.getByLabelText('New e-mail address').closest('form')!)
    await settle()
    await settle()
    expect(browser.asked('/user/security/stepUp')[0]?.data['action']).toBe('address')
  })
})
