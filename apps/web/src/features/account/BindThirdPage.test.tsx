import { cleanup, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { BindThirdPage } from './BindThirdPage.tsx'

const PATH = '/en/account/setting/third/google'
const CHECK = '/user/third/bind/check'
const BIND = '/user/security/third/bind'
const UNBOUND = { token: 'ticket', provider: 'google', next: 'bind', email: 'n***@example.com' }

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.session.set(
    'x:third',
    JSON.stringify({ provider: 'google', serialNO: 'serial', state: 'mine', search: '' }),
  )
  browser.on('/user/third/google/sign', () => ok(UNBOUND))
  browser.on(CHECK, () => ok(UNBOUND))
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof', action: 'thirdParty' }))
  browser.on(BIND, () => (browser.signIn('7', { token: 'b' }), ok({ realm: 'live' })))
})
afterEach(cleanup)

/** Back from the third party. */
const arrive = async () => {
  const at = `${PATH}#id_token=a.b.c&state=mine`
  tab = await browser.openTab(`http://app${at}`)
  const page = (
    <Routes>
      <Route path="/en/account/setting/third/:provider" element={<BindThirdPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>
  )
  settle = renderPage(page, { browser, tab, at }).settle
  await settle()
}
const connect = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
  await settle()
}

describe('adding a third party to the account (wire 10)', () => {
  it('opens no other account and says whose identity it is', async () => {
    await arrive()
    expect(browser.asked('/user/third/google/sign')[0]?.data).toMatchObject({ isBinding: true })
    expect(browser.asked(CHECK).map(({ data }) => data['token'])).toEqual(['ticket'])
    expect(screen.getByText('n***@example.com')).toBeTruthy()
  })
  it('names no address that nobody vouches for', async () => {
    browser.on(CHECK, () => ok({ ...UNBOUND, email: null }))
    await arrive()
    expect(screen.queryByText(/E-mail address/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy()
  })
  it('says that a proof has expired before a step-up is asked for', async () => {
    browser.on(CHECK, () => refused('40102', { msg: 'in English' }))
    await arrive()
    expect(screen.getByRole('alert').textContent).toBe(
      'The verification code is wrong or has expired.',
    )
    expect(browser.asked('/user/security/stepUp')).toEqual([])
  })
  it('binds after a step-up alone', async () => {
    await arrive()
    await connect()
    expect(browser.asked(BIND)).toEqual([])
    const code = await screen.findByRole('textbox', { name: 'Code', hidden: true })
    fireEvent.change(code, { target: { value: '123456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Confirm', hidden: true }))
    await settle()
    expect(browser.asked(BIND)[0]?.data).toMatchObject({ token: 'ticket', verifyToken: 'proof' })
  })
})
