import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { descriptionOf, isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { Addresses } from './Addresses.tsx'
import { LostForm } from './LostForm.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'

const ASK = '/user/recovery/ask'
const SEND = '/user/message/sendCode'
const CHANGE = '/user/security/address/change'
const NAME = 'E-mail or mobile number'

let browser: TestBrowser
let actions: ReturnType<typeof pageActions>
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/security/policy/captcha/get-captcha-id', () =>
    ok({ status: 0, bizId: 'biz', geetestId: '' }),
  )
  browser.on(SEND, () => ok())
  browser.on(ASK, () =>
    ok({
      changeId: '4',
      lost: 'google',
      askedAt: 0,
      effectiveAt: Date.UTC(2026, 4, 3, 12),
      target: null,
    }),
  )
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  browser.on(CHANGE, () => ok({}))
})
afterEach(cleanup)

const show = async (part: 'lost' | 'addresses') => {
  if (part === 'addresses') browser.signIn('7')
  const tab = await browser.openTab('http://app/en/modifyverification')
  const { settle } = renderPage(
    <GuardTexts>
      <StepUpProvider>{part === 'lost' ? <LostForm /> : <Addresses />}</StepUpProvider>
    </GuardTexts>,
    { browser, tab, at: '/en/modifyverification' },
  )
  actions = pageActions(settle)
  await settle()
  return tab
}
const fill = async (values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await actions.type(label, value)
}
const chooseArea = async (query: string, country: RegExp) => {
  await actions.type('Area code', query)
  await actions.choose('Area code', country)
}
const ask = async () => {
  await actions.press('Request the change')
  return browser.asked(ASK).at(-1)?.data
}
const ACCOUNT = { [NAME]: 'ann@example.com', Password: 'correct horse 7' }

describe('what was lost (products 7)', () => {
  it('is asked for with the code of the address that is left', async () => {
    await show('lost')
    await fill({ ...ACCOUNT, 'Verification code': ' 123456 ' })
    expect(await ask()).toMatchObject({
      loginName: 'ann@example.com',
      pwd: 'correct horse 7',
      lost: 'google',
      emailCode: '123456',
    })
  })

  it('is forgotten once the change waits, which says until when', async () => {
    await show('lost')
    await fill({ ...ACCOUNT, 'Verification code': '123456' })
    await ask()
    expect(screen.getByRole('status').textContent).toMatch(/^Takes effect on .*2026/)
    for (const label of [NAME, 'Password', 'Verification code'])
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('')
  })

  it('keeps what was typed when it is refused, and says why', async () => {
    browser.on(ASK, () => refused('40102'))
    await show('lost')
    await fill({ ...ACCOUNT, 'Verification code': '123456' })
    await ask()
    expect(screen.getByRole('alert').textContent).toBe(
      'The verification code is wrong or has expired.',
    )
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse 7')
  })

  it('asks for no code of an address that is lost itself', async () => {
    await show('lost')
    await fill({ ...ACCOUNT, 'Verification code': '123456' })
    await actions.choose('Lost access?', 'E-mail')
    // The one code that is left is that of the new address.
    expect(screen.getAllByLabelText('Verification code')).toHaveLength(1)
    await fill({ 'New e-mail address': 'new@example.com', 'Verification code': '654321' })
    const asked = await ask()
    expect(asked).toMatchObject({ lost: 'email', newEmail: 'new@example.com', newCode: '654321' })
    expect(asked).not.toHaveProperty('emailCode')
  })

  it('sends the code of a new address there, for that purpose', async () => {
    await show('lost')
    await fill(ACCOUNT)
    await actions.choose('Lost access?', 'E-mail')
    await actions.type('New e-mail address', 'new@')
    expect(isBlocked(actions.button('Send code'))).toBe(true)
    await actions.type('New e-mail address', ' new@example.com ')
    await actions.press('Send code')
    expect(browser.asked(SEND)[0]?.data).toMatchObject({
      scene: 'newAddress',
      email: 'new@example.com',
    })
  })

  it('is replaced by a number as the wire wants it', async () => {
    await show('lost')
    await fill(ACCOUNT)
    await actions.choose('Lost access?', 'Mobile')
    await chooseArea('Kingd', /United Kingdom/)
    await actions.type('New mobile number', '7700 900-123')
    const [, fresh] = screen.getAllByLabelText('Verification code')
    await actions.typeIn(fresh, '654321')
    expect(await ask()).toMatchObject({
      lost: 'mobile',
      newAreaCode: '44',
      newMobile: '7700900123',
      newCode: '654321',
    })
  })

  it.each(['123', 'seven', '1234567890123456'])(
    'sends no code to %o, which is no number',
    async (number) => {
      await show('lost')
      await fill(ACCOUNT)
      await actions.choose('Lost access?', 'Mobile')
      await chooseArea('Kingd', /United Kingdom/)
      await actions.type('New mobile number', number)
      const [, send] = screen.getAllByRole('button', { name: 'Send code' })
      expect(send && isBlocked(send)).toBe(true)
      expect(send && descriptionOf(send)).toMatch(/^Enter an email address, or a mobile number/)
    },
  )

  it('takes nothing of a new address along for what is no address', async () => {
    await show('lost')
    await fill({ ...ACCOUNT, 'Verification code': '123456' })
    await actions.choose('Lost access?', 'Mobile')
    await chooseArea('Kingd', /United Kingdom/)
    await actions.type('New mobile number', '7700900123')
    const [, fresh] = screen.getAllByLabelText('Verification code')
    await actions.typeIn(fresh, '654321')
    await actions.choose('Lost access?', 'Passkey')
    const asked = await ask()
    expect(asked).toMatchObject({ lost: 'passkey', emailCode: '123456' })
    for (const name of ['newCode', 'newMobile', 'newAreaCode', 'newEmail'])
      expect(asked).not.toHaveProperty(name)
  })

  it('needs the country of a number that names the account', async () => {
    await show('lost')
    await fill({ [NAME]: '7700 900123' })
    expect(isBlocked(actions.button('Send code'))).toBe(true)
    await chooseArea('Kingd', /United Kingdom/)
    await actions.press('Send code')
    expect(browser.asked(SEND)[0]?.data).toMatchObject({ scene: 'login', areaCode: '44' })
  })
})

describe('a new address with what there is (products 7)', () => {
  const save = () => actions.press('Save')
  const sent = () => browser.asked(CHANGE).map(({ data }) => data)

  it('is saved with its code and a proof of that action', async () => {
    await show('addresses')
    await fill({ 'New e-mail address': ' new@example.com ', 'Verification code': '654321' })
    await save()
    expect(browser.asked('/user/security/stepUp')[0]?.data).toMatchObject({ action: 'address' })
    expect(sent()).toEqual([])
    await actions.prove()
    expect(sent()[0]).toMatchObject({
      email: 'new@example.com',
      emailCode: '654321',
      verifyToken: 'proof',
    })
    expect(screen.getByLabelText<HTMLInputElement>('New e-mail address').value).toBe('')
  })

  it('is a number without its spaces where no e-mail address is given', async () => {
    await show('addresses')
    await chooseArea('Kingd', /United Kingdom/)
    await fill({ 'New mobile number': '7700 900-123', 'Verification code': '654321' })
    await save()
    await actions.prove()
    expect(sent()[0]).toMatchObject({ areaCode: '44', mobile: '7700900123', mobileCode: '654321' })
    expect(sent()[0]).not.toHaveProperty('emailCode')
  })

  it.each([
    ['an address', { 'Verification code': '654321' }],
    ['a code', { 'New e-mail address': 'new@example.com' }],
    [
      'a code of six digits',
      { 'New e-mail address': 'new@example.com', 'Verification code': '65432' },
    ],
    ['a country', { 'New mobile number': '7700900123', 'Verification code': '654321' }],
  ])('is not saved without %s', async (_, values) => {
    await show('addresses')
    await fill(values)
    expect(isBlocked(actions.button('Save'))).toBe(true)
    await actions.submit('New e-mail address')
    expect(browser.asked('/user/security/stepUp')).toEqual([])
  })

  it('says that its code was wrong, and keeps what was typed', async () => {
    browser.on(CHANGE, () => refused('40102'))
    await show('addresses')
    await fill({ 'New e-mail address': 'new@example.com', 'Verification code': '654321' })
    await save()
    await actions.prove()
    expect(screen.getByText('The verification code is wrong or has expired.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Verification code').value).toBe('654321')
  })
})
