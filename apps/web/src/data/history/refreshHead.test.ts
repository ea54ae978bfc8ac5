import { connectionLost } from '@x/request/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { restoreSession } from '../session/thunks.ts'
import { historyListsApi } from './api.ts'
import { refreshHead, type CacheDispatch } from './refreshHead.ts'

const HISTORY = '/spot/order/history'
const row = (id: number) => ({ orderId: String(id), status: 'filled' })
const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, from - to + 1) }, (_, at) => row(from - at))

/** The newest record that the server has; it answers in pages of ten. */
let newest: number
let browser: TestBrowser
let tab: TestTab
let announced: number
beforeEach(async () => {
  newest = 20
  announced = 0
  browser = createTestBrowser()
  browser.on(HISTORY, ({ data }) => {
    const from = data['cursor'] === undefined ? newest : Number(data['cursor']) - 1
    const to = Math.max(1, from - 9)
    return ok({ items: rows(from, to), next: to === 1 ? null : String(to) })
  })
  browser.signIn('7')
  tab = await browser.openTab()
  await dispatch(historyListsApi.endpoints.orderHistory.initiate({}))
})

const dispatch: CacheDispatch = (action: unknown) =>
  (tab.store.dispatch as CacheDispatch)(action as never) as never
const refresh = () => dispatch(refreshHead('history', {}, { onNewRows: () => void announced++ }))
const list = () => historyListsApi.endpoints.orderHistory.select({})(tab.cache()).data
const ids = () => list()?.pages.flatMap(({ items }) => items.map(({ orderId }) => Number(orderId)))
const asked = () => browser.asked(HISTORY).length

describe('what comes on top of a list', () => {
  it('is put there once, and announced before', async () => {
    newest = 23
    const idsBefore: unknown[] = []
    await dispatch(refreshHead('history', {}, { onNewRows: () => void idsBefore.push(ids()?.[0]) }))
    expect([ids(), idsBefore]).toEqual([rows(23, 11).map((each) => Number(each.orderId)), [20]])
  })

  it('changes and announces nothing where there is none', async () => {
    const before = list()
    expect(await refresh()).toBe(false)
    expect([list() === before, announced, asked()]).toEqual([true, 0, 2])
  })

  it('is read page by page until it meets the list', async () => {
    newest = 45
    expect(await refresh()).toBe(false)
    expect(ids()).toEqual(rows(45, 11).map((each) => Number(each.orderId)))
    // The page of the list, and three of what is new.
    expect(asked()).toBe(4)
  })

  it('begins the list anew after five pages without meeting it', async () => {
    newest = 200
    await refresh()
    expect(ids()).toEqual(rows(200, 151).map((each) => Number(each.orderId)))
    expect(list()?.pages.at(-1)?.next).toBe('151')
    expect(asked()).toBe(6)
  })

  it('leaves later pages where they ended', async () => {
    newest = 22
    await refresh()
    await dispatch(historyListsApi.endpoints.orderHistory.initiate({}, { direction: 'forward' }))
    expect(ids()).toEqual(rows(22, 1).map((each) => Number(each.orderId)))
  })
})

describe('news that cannot be had', () => {
  it('is asked for once more after a lost connection', async () => {
    browser.on(HISTORY, () => {
      throw connectionLost()
    })
    const before = ids()
    const done = refresh()
    await browser.clock.advance(60_000)
    expect([await done, ids(), announced, tab.toasts()]).toEqual([true, before, 0, []])
  })

  it('waits for the next message after a refusal', async () => {
    browser.on(HISTORY, () => refused('40401'))
    const before = ids()
    expect([await refresh(), ids(), tab.toasts()]).toEqual([false, before, []])
  })

  it('waits for a page of the list that is under way', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    browser.on(HISTORY, async ({ data }) => {
      if (data['cursor'] !== undefined) await held
      return ok({ items: rows(25, 16), next: '16' })
    })
    const page = dispatch(
      historyListsApi.endpoints.orderHistory.initiate({}, { direction: 'forward' }),
    )
    expect([await refresh(), ids()?.[0]]).toEqual([true, 20])
    release()
    await page
    expect(announced).toBe(0)
  })
})

describe('a session that changes during the question', () => {
  /** The question is answered after another session has begun and has a list of its own. */
  const enterDuringQuestion = (enter: () => void) => {
    let isFirst = true
    browser.on(HISTORY, async () => {
      if (!isFirst) return ok({ items: rows(50, 41), next: '41' })
      isFirst = false
      enter()
      await tab.store.dispatch(restoreSession())
      await dispatch(historyListsApi.endpoints.orderHistory.initiate({}))
      return ok({ items: rows(99, 90), next: null })
    })
  }
  const OTHER = rows(50, 41).map(({ orderId }) => Number(orderId))

  it('puts the records of one user into no list of another', async () => {
    enterDuringQuestion(() => browser.signIn('8'))
    expect(await refresh()).toBe(false)
    expect([tab.session().user?.userId, ids(), announced]).toEqual(['8', OTHER, 0])
  })

  it('puts live records into no list of paper funds', async () => {
    enterDuringQuestion(() => browser.signIn('7', { realm: 'paper' }))
    expect(await refresh()).toBe(false)
    expect([tab.session().user?.realm, ids(), announced]).toEqual(['paper', OTHER, 0])
  })
})
