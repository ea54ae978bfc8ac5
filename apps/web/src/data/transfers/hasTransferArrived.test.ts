import { connectionLost } from '@x/request/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { CLOCK_SKEW_MS, type PendingSubmission } from '../submissions/pendingSubmissions.ts'
import { findTransfer } from './hasTransferArrived.ts'

const HISTORY = '/asset/transfer/history'
const AT = 1_700_000_000_000
const submission = { clientOid: 'w-lost', at: AT } as PendingSubmission
const record = (clientOid: string, createdAt = AT) => ({ clientOid, createdAt })

let browser: TestBrowser
let tab: TestTab
/** Pages of the history by cursor; '' is the first. */
let pages: Readonly<Record<string, { items: object[]; next: string | null }>>
beforeEach(async () => {
  pages = {}
  browser = createTestBrowser()
  browser.on(HISTORY, ({ data }) => {
    const page = pages[(data['cursor'] as string | undefined) ?? '']
    return page ? ok(page) : refused('40010')
  })
  browser.signIn('7')
  tab = await browser.openTab()
})

const find = () => tab.store.dispatch(findTransfer(submission, { asset: 'USDT' }))
const cursors = () => browser.asked(HISTORY).map(({ data }) => data['cursor'])

describe('a transfer that had no answer', () => {
  it('has arrived when the history of its asset shows its key', async () => {
    pages = { '': { items: [record('other'), record('w-lost')], next: '5' } }
    expect(await find()).toBe(true)
    expect(browser.asked(HISTORY)[0]?.data).toMatchObject({ asset: 'USDT', limit: '100' })
    expect(cursors()).toEqual([undefined])
  })

  it('is looked for on later pages while these are young enough', async () => {
    pages = {
      '': { items: [record('a')], next: '5' },
      5: { items: [record('b', AT - CLOCK_SKEW_MS)], next: '4' },
      4: { items: [record('w-lost', AT - CLOCK_SKEW_MS)], next: null },
    }
    expect(await find()).toBe(true)
    expect(cursors()).toEqual([undefined, '5', '4'])
  })

  it('has not arrived once the history is older than the attempt', async () => {
    pages = {
      '': { items: [record('a'), record('b', AT - CLOCK_SKEW_MS - 1)], next: '5' },
      5: { items: [record('w-lost', AT - CLOCK_SKEW_MS - 2)], next: null },
    }
    expect(await find()).toBe(false)
    expect(cursors()).toEqual([undefined])
  })

  it('has not arrived where the history is empty, or ends', async () => {
    pages = { '': { items: [], next: null } }
    expect(await find()).toBe(false)
    pages = { '': { items: [record('a')], next: null } }
    expect(await find()).toBe(false)
  })

  it.each([
    ['is refused', () => refused('00006')],
    [
      'is lost',
      () => {
        throw connectionLost()
      },
    ],
  ])('is not claimed to have arrived when the question %s', async (_how, answer) => {
    browser.on(HISTORY, answer)
    const found = find()
    await browser.clock.advance(60_000)
    expect([await found, tab.toasts()]).toEqual([false, []])
  })

  it('is not claimed to have arrived when a later page fails', async () => {
    pages = { '': { items: [record('a')], next: 'missing' } }
    expect(await find()).toBe(false)
  })
})
