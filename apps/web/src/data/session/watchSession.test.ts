import { connectionLost } from '@x/request/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { balancesApi } from '../balances/api.ts'
import { OTHER_ACCOUNT } from '../../lib/errors/serverText.ts'
import { OLD_SESSION } from './sessionGuard.ts'
import { endSession, enterSession } from './thunks.ts'

const ASSETS = '/spot/account/assets'
const USER_INFO = '/user/overview/userinfo'

let browser: TestBrowser
beforeEach(() => {
  browser = createTestBrowser()
  browser.on(ASSETS, () =>
    ok([{ asset: 'USDT', available: browser.cookies.get('x_uid'), held: '0' }]),
  )
})
const cachedAssets = (tab: TestTab) => balancesApi.endpoints.assets.select()(tab.cache()).data
const userOf = (tab: TestTab) => tab.session().user?.userId

describe('who is on screen', () => {
  it('is nobody, and nobody is asked, without a session cookie', async () => {
    const tab = await browser.openTab()
    expect([tab.session().status, browser.asked(USER_INFO).length]).toEqual(['guest', 0])
  })
  it('is whom the server names', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    expect([tab.session().status, userOf(tab), browser.asked(USER_INFO).length]).toEqual([
      'user',
      '7',
      1,
    ])
  })
  it.each(['401', '20906', '20205'])(
    'treats %s at the start as an expired session (row 0, wire 7)',
    async (code) => {
      browser.signIn('7')
      browser.on(USER_INFO, () => refused(code))
      const tab = await browser.openTab()
      await browser.clock.advance(0)
      expect([tab.session().status, tab.session().unreachable]).toEqual(['expired', 0])
    },
  )
  it.each(['401', '20906'])(
    '%s at the start leaves paper mode, which no guest has (spec 4.2)',
    async (code) => {
      browser.signIn('7', { realm: 'paper' })
      browser.storage.set('x:simulation', '1')
      browser.on(USER_INFO, () => refused(code))
      const tab = await browser.openTab()
      await browser.clock.advance(0)
      expect([
        tab.session().status,
        tab.services.simulation.getState(),
        browser.asked(USER_INFO).length,
      ]).toEqual(['expired', 'off', 1])
    },
  )
  it('writes no preference for a visitor who never was anybody', async () => {
    await browser.openTab()
    expect(browser.cookies.get('login-flag')).toBeNull()
  })
})

describe('tabs follow the cookie', () => {
  it('shows the user who logged in in another tab', async () => {
    browser.signIn('7')
    const first = await browser.openTab()
    const second = await browser.openTab()
    await first.store.dispatch(balancesApi.endpoints.assets.initiate())
    first.services.log.add({ kind: 'success', text: 'Buy order placed' })
    void first.services.dialogs.confirm({ title: 'Buy BTC at market?' })
    expect(cachedAssets(first)).toHaveLength(1)

    await second.store.dispatch(endSession())
    browser.signIn('8')
    await second.store.dispatch(enterSession({ realm: 'live' }))
    await browser.clock.advance(0)

    expect([
      userOf(first),
      cachedAssets(first),
      first.services.log.getState().messages,
      first.services.dialogs.getState().current,
    ]).toEqual(['8', undefined, [], undefined])
    expect(first.toasts()).toEqual([
      'You were logged out in another tab.',
      'You were logged in in another tab as 8***@example.com.',
    ])
    expect(second.toasts()).toEqual([])
  })
  it('announces the current user when another one takes over', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.signIn('8')
    tab.visibility.notify()
    await browser.clock.advance(0)
    expect([userOf(tab), tab.toasts()]).toEqual([
      '8',
      ['Another account was logged in in this browser. You are now 8***@example.com.'],
    ])
  })
  it('becomes a guest when another tab logs out, and says so', async () => {
    browser.signIn('7')
    const [first, second] = [await browser.openTab(), await browser.openTab()]
    await second.store.dispatch(endSession())
    await browser.clock.advance(0)
    expect([first.session().status, first.toasts()]).toEqual([
      'guest',
      ['You were logged out in another tab.'],
    ])
    expect(second.toasts()).toEqual([])
  })
  it('shows nobody and stops the stream until the server answers', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.on(USER_INFO, () => new Promise(() => {}))
    browser.signIn('8')
    tab.visibility.notify()
    expect([
      tab.session().status,
      userOf(tab),
      tab.sockets[0]?.isClosed,
      tab.services.userStream.status.getState(),
    ]).toEqual(['unknown', undefined, true, 'off'])
  })
  it('requests nothing on focus with unchanged cookies', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    tab.visibility.notify()
    tab.visibility.set(false)
    tab.visibility.set(true)
    await browser.clock.advance(0)
    expect(browser.asked(USER_INFO)).toHaveLength(1)
  })
  it('refetches for a new session of the same user, still shown', async () => {
    browser.signIn('7', { token: 'first' })
    const tab = await browser.openTab()
    browser.signIn('7', { token: 'second' })
    tab.visibility.notify()
    expect(userOf(tab)).toBe('7')
    await browser.clock.advance(0)
    expect([tab.session().reference, tab.toasts()]).toEqual(['7 second', []])
  })
  it('refetches once more if cookies change during a request', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    let release = () => {}
    browser.signIn('8')
    browser.on(USER_INFO, () => {
      // The answer was made for 8; by the time it arrives the browser is 9's.
      browser.on(USER_INFO, () => ok({ userId: '9', realm: 'live' }))
      return new Promise((resolve) => {
        release = () => resolve(ok({ userId: '8', realm: 'live' }))
      })
    })
    tab.visibility.notify()
    await browser.clock.advance(0)
    browser.signIn('9')
    release()
    await browser.clock.advance(0)
    expect(userOf(tab)).toBe('9')
  })
  it.each([
    ['another user than the server', '8'],
    ['nobody beside a token', ''],
  ])('shows nobody and asks the server once when cookies name %s', async (_, uid) => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.on(USER_INFO, () => ok({ userId: '7', realm: 'live' }))
    browser.cookies.set('x_uid', uid)
    const asked = browser.asked(USER_INFO).length
    tab.visibility.notify()
    await browser.clock.advance(60_000)
    expect([tab.session().status, userOf(tab), browser.asked(USER_INFO).length - asked]).toEqual([
      'expired',
      undefined,
      1,
    ])
    // The next log-in sets both cookies.
    browser.signIn('8')
    browser.on(USER_INFO, () => ok({ userId: '8', realm: 'live' }))
    await tab.store.dispatch(enterSession({ realm: 'live' }))
    expect(userOf(tab)).toBe('8')
  })
})

describe('a private request of the user on screen', () => {
  it("blocks requests under another user's session and updates the screen", async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.signIn('8')
    const failure: unknown = await tab.services.client
      .post('/spot/order/place', { data: { symbol: 'BTCUSDT' } })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({
      kind: 'business',
      code: OTHER_ACCOUNT,
      message: 'Another account is logged in in this browser now. Nothing was sent.',
    })
    expect(browser.asked('/spot/order/place')).toEqual([])
    await browser.clock.advance(0)
    expect(userOf(tab)).toBe('8')
  })
  it('is not sent when the cookies change while it is being prepared', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    const sending = tab.services.client
      .post('/spot/order/place', { silent: true })
      .catch((error: unknown) => error)
    browser.signIn('8')
    expect(await sending).toMatchObject({ code: OTHER_ACCOUNT })
    expect(browser.asked('/spot/order/place')).toEqual([])
  })
  it('is not sent once nobody is logged in any more', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.signOut()
    await expect(tab.services.client.get(ASSETS, { silent: true })).rejects.toMatchObject({
      code: OTHER_ACCOUNT,
    })
  })
  it('does not log another user out', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.signIn('8')
    await tab.store.dispatch(endSession())
    await browser.clock.advance(0)
    expect([
      browser.asked('/user/logout').length,
      browser.cookies.get('x_uid'),
      userOf(tab),
    ]).toEqual([0, '8', '8'])
  })
  it('holds back nothing public', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.signIn('8')
    browser.on('/spot/public/symbols', () => ok([]))
    expect(await tab.services.client.get('/spot/public/symbols')).toEqual([])
  })
})

describe('the refusal of a request that was under way while a new session began', () => {
  const whileAway = async (
    path: string,
    code: string,
    send: (tab: TestTab) => Promise<unknown>,
  ) => {
    browser.signIn('7', { token: 'first' })
    const tab = await browser.openTab()
    let release = () => {}
    browser.on(
      path,
      () =>
        new Promise((resolve) => {
          release = () => resolve(refused(code))
        }),
    )
    const sending = send(tab).catch((error: unknown) => error)
    await browser.clock.advance(0)
    browser.signIn('7', { token: 'second' })
    tab.visibility.notify()
    await browser.clock.advance(0)
    release()
    const failure = await sending
    await browser.clock.advance(0)
    return { failure, tab }
  }
  it.each(['401', '20205', '20906', '00023'])(
    'ends nothing and says that nothing happened: %s',
    async (code) => {
      const { failure, tab } = await whileAway('/spot/order/place', code, ({ services }) =>
        services.client.post('/spot/order/place'),
      )
      expect(failure).toMatchObject({ kind: 'business', code: OLD_SESSION })
      expect([userOf(tab), tab.session().reference, tab.toasts()]).toEqual([
        '7',
        '7 second',
        ['Something went wrong. Nothing was changed.'],
      ])
    },
  )
  it('is not even shown where something was only read', async () => {
    const { failure, tab } = await whileAway(ASSETS, '20205', ({ services }) =>
      services.client.get(ASSETS),
    )
    expect(failure).toMatchObject({ kind: 'aborted', code: OLD_SESSION })
    expect([userOf(tab), tab.toasts()]).toEqual(['7', []])
  })
  it('is believed as long as the session is the same', async () => {
    browser.signIn('7')
    const tab = await browser.openTab()
    browser.on(ASSETS, () => refused('20205'))
    void tab.services.client.get(ASSETS)
    await browser.clock.advance(0)
    expect(userOf(tab)).toBeUndefined()
  })
})

describe('silence of the server', () => {
  const down = () =>
    browser.on(USER_INFO, () => {
      throw connectionLost()
    })
  const up = (userId: string) => browser.on(USER_INFO, () => ok({ userId, realm: 'live' }))

  it('retries at the start with growing delays', async () => {
    browser.signIn('7')
    down()
    const tab = await browser.openTab()
    expect([tab.session().status, tab.session().unreachable]).toEqual(['unknown', 1])
    await browser.clock.advance(1_000)
    expect(tab.session().unreachable).toBe(2)
    await browser.clock.advance(999)
    await browser.clock.advance(1_001)
    expect(tab.session().unreachable).toBe(3)
    up('7')
    await browser.clock.advance(4_000)
    expect([tab.session().status, tab.session().unreachable]).toEqual(['user', 0])
    const asked = browser.asked(USER_INFO).length
    // Longer than the longest pause of that time, shorter than a private socket that never opens is
    // waited for.
    await browser.clock.advance(10_000)
    expect(browser.asked(USER_INFO)).toHaveLength(asked)
  })
  it.each([500, 503])('is a status %s too', async (status) => {
    browser.signIn('7')
    browser.on(USER_INFO, () => ({ status, body: 'busy' }))
    expect((await browser.openTab()).session().status).toBe('unknown')
  })
  it('ends when the market socket opens, and refetches the account', async () => {
    browser.signIn('7')
    down()
    const tab = await browser.openTab()
    tab.services.market.trades('BTCUSDT')
    await browser.clock.advance(100)
    up('7')
    const asked = browser.asked(USER_INFO).length
    tab.marketSockets[0]?.open()
    await browser.clock.advance(0)
    expect([
      tab.session().status,
      tab.session().unreachable,
      browser.asked(USER_INFO).length - asked,
    ]).toEqual(['user', 0, 1])
  })
  it('never lets more than thirty seconds pass without a try', async () => {
    browser.signIn('7')
    down()
    await browser.openTab()
    await browser.clock.advance(300_000)
    const before = browser.asked(USER_INFO).length
    await browser.clock.advance(30_000)
    expect(browser.asked(USER_INFO).length).toBeGreaterThan(before)
  })
  it('probes on coming online or on focus', async () => {
    browser.signIn('7')
    down()
    const tab = await browser.openTab()
    up('7')
    tab.visibility.notify()
    await browser.clock.advance(0)
    expect(tab.session().status).toBe('user')
    const asked = browser.asked(USER_INFO).length
    await browser.clock.advance(10_000)
    expect(browser.asked(USER_INFO)).toHaveLength(asked)
  })
  it('leaves the user on screen whose session has merely been renewed', async () => {
    browser.signIn('7', { token: 'first' })
    const tab = await browser.openTab()
    down()
    browser.signIn('7', { token: 'second' })
    tab.visibility.notify()
    await browser.clock.advance(0)
    expect([userOf(tab), tab.session().unreachable]).toEqual(['7', 1])
  })
  it("opens the user's page once the server answers a login", async () => {
    const tab = await browser.openTab()
    down()
    browser.signIn('7')
    await tab.store.dispatch(enterSession({ realm: 'live' }))
    expect(tab.session().status).toBe('unknown')
    up('7')
    await browser.clock.advance(1_000)
    expect(userOf(tab)).toBe('7')
  })
})
