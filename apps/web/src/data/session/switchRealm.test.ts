import { connectionLost } from '@x/request/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { balancesApi } from '../balances/api.ts'
import type { Realm } from '../store/userInfo.ts'
import { switchRealm } from './switchRealm.ts'

const PATHS = { paper: '/user/sub-account/switchTradeDemo', live: '/user/sub-account/switchWeb' }
const OTHER = { paper: 'live', live: 'paper' } as const

let browser: TestBrowser
let tab: TestTab
const open = async (realm: Realm, href = 'http://app/ar/asset') => {
  browser = createTestBrowser()
  browser.signIn('7', { realm, token: realm })
  for (const to of ['paper', 'live'] as const)
    browser.on(PATHS[to], () => (browser.signIn('7', { realm: to, token: to }), ok({ realm: to })))
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '1', held: '0' }]))
  tab = await browser.openTab(href)
}
const change = (to: Realm) => tab.store.dispatch(switchRealm({ to })).unwrap()
const realm = () => tab.session().user?.realm
const flag = () => tab.services.simulation.getState()

describe.each(['paper', 'live'] as const)('changing to %s (spec 4.2)', (to) => {
  beforeEach(() => open(OTHER[to]))

  it('opens the other session first and lets screen and flag follow it', async () => {
    expect(await change(to)).toBe(true)
    expect([realm(), flag()]).toEqual([to, to === 'paper' ? 'on' : 'off'])
    expect(browser.asked(PATHS[to])[0]).toMatchObject({
      method: 'POST',
      data: { userId: '7' },
      headers: { 'x-realm': OTHER[to] },
    })
  })
  it("drops the other realm's cache and reconnects the stream", async () => {
    await tab.store.dispatch(balancesApi.endpoints.assets.initiate())
    const [before] = tab.sockets.slice(-1)
    await change(to)
    expect(balancesApi.endpoints.assets.select()(tab.cache()).data).toBeUndefined()
    expect([before?.isClosed, tab.sockets.at(-1) === before]).toEqual([true, false])
  })
  it('changes nothing when the server refuses', async () => {
    browser.on(PATHS[to], () => refused('40301', { msg: 'in English' }))
    await expect(change(to)).rejects.toMatchObject({ code: '40301' })
    expect([realm(), flag(), tab.toasts()]).toEqual([
      OTHER[to],
      to === 'paper' ? 'off' : 'on',
      [tab.services.translate('error.forbidden')],
    ])
  })
  it('reports no success until the server confirms the realm', async () => {
    const userInfo = { userId: '7', realm: to, roles: [], vipLevel: 0 }
    browser.on('/user/overview/userinfo', () => {
      throw connectionLost()
    })
    expect(await change(to)).toBe(false)
    expect([realm(), flag(), tab.session().unreachable]).toEqual([
      OTHER[to],
      to === 'paper' ? 'off' : 'on',
      1,
    ])
    browser.on('/user/overview/userinfo', () => ok(userInfo))
    await browser.clock.advance(1_000)
    expect([realm(), flag()]).toEqual([to, to === 'paper' ? 'on' : 'off'])
  })
})

describe('the installed app', () => {
  it('comes back to live funds by a verb of its own (wire 10)', async () => {
    await open('paper')
    const toLive = '/user/sub-account/switchApp'
    browser.on(toLive, () => (browser.signIn('7', { token: 'live' }), ok({ realm: 'live' })))
    tab = await browser.openTab('http://app/en/asset', { isInstalled: true })
    expect(await change('live')).toBe(true)
    expect([browser.asked(toLive).length, browser.asked(PATHS.live).length]).toEqual([1, 0])
  })
})

describe.each([
  ['20205', 'of a session that has ended'],
  ['40901', 'of the other realm'],
])('a list that was under way when the realm changed, refused with %s as one %s', (code) => {
  it.each(['before', 'after'])('keeps a change without reload or refusal: %s', async (when) => {
    await open('live')
    let refuse = () => {}
    let answer = () => {}
    const refusal = new Promise<void>((resolve) => (refuse = resolve))
    const switched = new Promise<void>((resolve) => (answer = resolve))
    browser.on('/spot/account/assets', async () => (await refusal, refused(code)))
    browser.on(
      PATHS.paper,
      async () => (
        browser.signIn('7', { realm: 'paper', token: 'paper' }),
        await switched,
        ok({ realm: 'paper' })
      ),
    )
    const list = tab.store.dispatch(balancesApi.endpoints.assets.initiate())
    const done = change('paper')
    await browser.clock.advance(0)
    if (when === 'before') refuse()
    await browser.clock.advance(0)
    answer()
    expect(await done).toBe(true)
    refuse()
    await list
    await browser.clock.advance(60_000)
    expect([realm(), flag(), tab.session().status, tab.toasts(), tab.visited]).toEqual([
      'paper',
      'on',
      'user',
      [],
      ['/ar/asset'],
    ])
  })
})

type Kept = Partial<Record<keyof typeof STORAGE_KEYS, string>>

describe('paper mode (spec 2.4)', () => {
  it('keeps a page that it can show, in its language', async () => {
    await open('live', 'http://app/ar/asset')
    await change('paper')
    expect(tab.visited).toEqual(['/ar/asset'])
  })
  it('lands on spot where it cannot', async () => {
    await open('live', 'http://app/ar/markets')
    await change('paper')
    expect(tab.visited).toEqual(['/ar/spot/BTCUSDT'])
  })
  it.each<[string, Kept, string]>([
    ['the pair chosen last', { selectedCoin: 'ETHUSDT' }, '/ar/spot/ETHUSDT'],
    [
      'its own last page',
      { selectedCoin: 'ETHUSDT', paperPage: '/asset/futures' },
      '/ar/asset/futures',
    ],
    ['spot, of a page that it has not', { paperPage: '/earn' }, '/ar/spot/BTCUSDT'],
  ])('restores %s', async (_what, kept, page) => {
    await open('live', 'http://app/ar/markets')
    for (const [name, value] of Object.entries(kept))
      tab.services.storage.set(STORAGE_KEYS[name as keyof typeof STORAGE_KEYS], value)
    await change('paper')
    expect(tab.visited).toEqual([page])
  })
  it('remembers the page that it is left from', async () => {
    await open('paper', 'http://app/ar/futures/usdt/ETHUSDT')
    await change('live')
    expect(tab.services.storage.get(STORAGE_KEYS.paperPage)).toBe('/futures/usdt/ETHUSDT')
  })
})
