import { createMemoryStorage } from '@x/kit/testing'
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
import { OLD_SESSION } from './sessionGuard.ts'
import { endSession, enterSession, nameOf, restoreSession } from './thunks.ts'

const ASSETS = '/spot/account/assets'
const LOGOUT = '/user/logout'

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.on(ASSETS, () => ok([]))
  browser.signIn('7')
  tab = await browser.openTab('http://app/zh-CN/asset')
})
const status = () => tab.session().status
const leave = () => tab.store.dispatch(endSession()).unwrap()
const isCached = () => balancesApi.endpoints.assets.select()(tab.cache()).data !== undefined
const isFlagged = () => tab.services.preferences.getState().loggedIn

describe('logging out', () => {
  it('ends the session on the server, then here', async () => {
    await tab.store.dispatch(balancesApi.endpoints.assets.initiate())
    expect([isCached(), isFlagged()]).toEqual([true, true])
    expect(await leave()).toBe('ended')
    expect([
      status(),
      browser.asked(LOGOUT).length,
      isCached(),
      isFlagged(),
      tab.session().reference,
    ]).toEqual(['guest', 1, false, false, ''])
  })
  it.each([
    [
      'no network',
      () => {
        throw connectionLost()
      },
    ],
    ['HTTP 503', () => ({ status: 503, body: 'busy' })],
    [
      'HTTP 500',
      () => ({ status: 500, body: { code: '50000', status: 'error', msg: 'busy', data: null } }),
    ],
    ['an answer that is none', () => ({ body: '<html>' })],
    ['a refusal of another kind', () => refused('42901')],
  ])('keeps the user and shows a notice without a server (%s)', async (_, answer) => {
    await tab.store.dispatch(balancesApi.endpoints.assets.initiate())
    browser.on(LOGOUT, answer)
    expect(await leave()).toBe('unreachable')
    expect([status(), tab.session().logoutFailed, isCached(), isFlagged(), tab.visited]).toEqual([
      'user',
      true,
      true,
      true,
      [],
    ])
  })
  it('can be tried again, and the notice goes with the success', async () => {
    browser.on(LOGOUT, () => ({ status: 503, body: 'busy' }))
    await leave()
    browser.on(LOGOUT, () => (browser.signOut(), ok()))
    expect(await leave()).toBe('ended')
    expect([status(), tab.session().logoutFailed]).toEqual(['guest', false])
  })
  it.each(['20906', '20205', '401'])(
    'is done when the session was over already (%s)',
    async (code) => {
      browser.on(LOGOUT, () => refused(code))
      expect(await leave()).toBe('ended')
      expect([status(), isFlagged()]).toEqual(['guest', false])
    },
  )
  it('leaves paper mode', async () => {
    browser.signIn('7', { realm: 'paper' })
    await tab.store.dispatch(enterSession({ realm: 'paper' }))
    expect(tab.services.simulation.getState()).toBe('on')
    await leave()
    expect(tab.services.simulation.getState()).toBe('off')
  })
})

describe('row 0: a session that ends while its user works (wire 7)', () => {
  it.each(['20906', '20205'])(
    'clears the cache and opens the localised login page on %s',
    async (code) => {
      await tab.store.dispatch(balancesApi.endpoints.assets.initiate())
      browser.on(ASSETS, () => refused(code))
      void tab.store.dispatch(
        balancesApi.endpoints.assets.initiate(undefined, { forceRefetch: true }),
      )
      await browser.clock.advance(0)
      expect([status(), isCached(), isFlagged(), tab.visited.at(-1)]).toEqual([
        'expired',
        false,
        false,
        '/zh-CN/login',
      ])
    },
  )
  it('ignores the expired session of the previous user', async () => {
    let answer = () => {}
    browser.on(
      ASSETS,
      () => new Promise((resolve) => void (answer = () => resolve(refused('20205')))),
    )
    const late = expect(tab.services.client.get(ASSETS)).rejects.toMatchObject({
      code: OLD_SESSION,
    })
    await browser.clock.advance(0)
    browser.signIn('8')
    answer()
    await late
    await browser.clock.advance(0)
    expect([status(), tab.session().user?.userId, tab.visited]).toEqual(['user', '8', []])
  })
  it('leaves nobody on screen after a 401 to the next check', async () => {
    browser.on('/user/overview/userinfo', () => refused('401'))
    await tab.store.dispatch(restoreSession())
    expect([status(), tab.session().user]).toEqual(['expired', undefined])
  })
})

describe('the realm of the session (wire 1b)', () => {
  it('is asked for as the flag says', async () => {
    browser.signIn('7', { realm: 'paper' })
    browser.storage.set('x:simulation', '1')
    const before = browser.asked('/user/overview/userinfo').length
    const other = await browser.openTab()
    expect(browser.asked('/user/overview/userinfo')[before]?.headers['x-realm']).toBe('paper')
    expect(other.session().user?.realm).toBe('paper')
  })
  it.each([
    ['paper', 'on'],
    ['live', 'off'],
  ] as const)('follows a realm change of another tab to %s (40901)', async (realm, flag) => {
    const start = realm === 'paper' ? 'live' : 'paper'
    browser.signIn('7', { realm: start, token: 'a' })
    await tab.store.dispatch(enterSession({ realm: start }))
    await tab.store.dispatch(balancesApi.endpoints.assets.initiate())
    expect(isCached()).toBe(true)

    browser.signIn('7', { realm, token: 'b' })
    browser.on('/spot/order/place', () => refused('40901'))
    await tab.services.client.post('/spot/order/place').catch(() => {})
    await browser.clock.advance(0)
    expect([tab.session().user?.realm, tab.services.simulation.getState(), isCached()]).toEqual([
      realm,
      flag,
      false,
    ])
  })
  it.each(['paper', 'live'] as const)(
    'reloads once when another tab changed to %s (spec 4.2)',
    async (realm) => {
      const start = realm === 'paper' ? 'live' : 'paper'
      browser.signIn('7', { realm: start, token: 'a' })
      await tab.store.dispatch(enterSession({ realm: start }))
      const before = tab.visited.length
      browser.signIn('7', { realm, token: 'b' })
      await tab.store.dispatch(restoreSession())
      if (realm === 'paper') browser.storage.set('x:simulation', '1')
      else browser.storage.remove('x:simulation')
      expect(
        tab.visited
          .slice(before)
          .filter((step) => step === 'reload' || step.endsWith('/spot/BTCUSDT')),
      ).toHaveLength(1)
    },
  )
  it('goes with every later request', async () => {
    browser.signIn('7', { realm: 'paper' })
    await tab.store.dispatch(enterSession({ realm: 'paper' }))
    await tab.services.client.get(ASSETS)
    expect(browser.asked(ASSETS).at(-1)?.headers['x-realm']).toBe('paper')
  })
})

describe('a log-in whose cookies the browser refuses', () => {
  it('says so instead of showing the log-in page again without a word', async () => {
    browser.signOut()
    const guest = await browser.openTab('http://app/en/login')
    await guest.store.dispatch(enterSession({ realm: 'live' }))
    const said =
      'Your browser keeps no cookies for this site, so you could not be logged in. ' +
      'Allow cookies and try again.'
    expect([
      guest.session().status,
      guest.toasts(),
      guest.services.log.getState().messages.map(({ text }) => text),
    ]).toEqual(['guest', [said], [said]])
  })
  it('says nothing where they were kept', async () => {
    await tab.store.dispatch(enterSession({ realm: 'live' }))
    expect(tab.toasts()).toEqual([])
  })
})

describe('the readable flag of a log-in', () => {
  it('is set with the user and taken back with the session', async () => {
    const cookies = createMemoryStorage()
    expect(cookies.get('login-flag')).toBeNull()
    expect(browser.cookies.get('login-flag')).toBe('true')
    await leave()
    expect(browser.cookies.get('login-flag')).toBe('false')
  })
})

it.each([
  [{ email: 'a***@b.c', mobile: '138****1234' }, 'a***@b.c'],
  [{ email: undefined, mobile: '138****1234' }, '138****1234'],
  [{ email: undefined, mobile: undefined }, '7'],
])('a user is called by what the server shows of them: %o', (addresses, name) => {
  expect(
    nameOf({
      userId: '7',
      realm: 'live',
      roles: [],
      vipLevel: 0,
      enteredFrom: undefined,
      secondFactors: [],
      ...addresses,
    }),
  ).toBe(name)
})
