import { describe, expect, it } from 'vitest'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import { changeAccount } from './changes.ts'

const ADD = 'POST /v1/user/security/third/unbind'
const DATA = { provider: 'google', verifyToken: 'v' } as const

describe('changeAccount', () => {
  it('follows the session that a change renews', async () => {
    const browser = createTestBrowser()
    browser.signIn('7')
    browser.on('/user/security/third/unbind', () =>
      ok({ userInfo: { userId: '7' }, realm: 'live', identities: [] }),
    )
    const tab = await browser.openTab()
    const before = browser.asked('/user/overview/userinfo').length
    await tab.store.dispatch(changeAccount(ADD, DATA))
    expect(browser.asked('/user/security/third/unbind')[0]?.data).toMatchObject(DATA)
    expect(browser.asked('/user/overview/userinfo').length).toBeGreaterThan(before)
  })

  it('rejects with the refusal and keeps the session', async () => {
    const browser = createTestBrowser()
    browser.signIn('7')
    browser.on('/user/security/third/unbind', () => refused('40401'))
    const tab = await browser.openTab()
    const before = browser.asked('/user/overview/userinfo').length
    await expect(tab.store.dispatch(changeAccount(ADD, DATA))).rejects.toMatchObject({
      code: '40401',
    })
    expect(browser.asked('/user/overview/userinfo')).toHaveLength(before)
  })
})
