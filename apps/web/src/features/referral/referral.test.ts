import { createManualClock, createMemoryStorage, createSeededRandom } from '@x/kit/testing'
import { createReferral } from '@x/referral'
import { createRequestClient, createServerClock, standardMiddlewares } from '@x/request'
import {
  connectionLost,
  createInProcessTransport,
  type HandlerResponse,
  type ReceivedRequest,
} from '@x/request/testing'
import { describe, expect, it } from 'vitest'
import { codesOf } from './codesOf.ts'
import { fetchReferralRules } from '../../data/visitor/api.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { startReferral } from './startReferral.ts'

const CONFIG = {
  open: true,
  cacheEffectiveTime: 7,
  cacheBeginTime: 0,
  cacheEndTime: 4_102_444_800_000,
  channelCodeList: [],
  activeLinkList: [],
}
const LINK =
  'https://trade.example/en/register?channelCode=spring,old&vipCode=v7' +
  '&actCode=a1&clacCode=c1&commonCode=m1&groupId=g1'
const CODES = {
  channelCode: 'spring',
  vipCode: 'v7',
  actCode: 'a1',
  clacCode: 'c1',
  commonCode: 'm1',
  groupId: 'g1',
}

function setup(
  answer: (request: ReceivedRequest) => HandlerResponse = () => ({
    body: { code: '0', status: 'success', msg: 'success', data: CONFIG },
  }),
) {
  const clock = createManualClock()
  const random = createSeededRandom(1)
  const asked: string[] = []
  const transport = createInProcessTransport((request) => {
    asked.push(`${request.method} ${new URL(request.url, 'https://trade.example').pathname}`)
    return answer(request)
  })
  const storage = createMemoryStorage()
  const referral = createReferral({ storage, clock })
  const serverClock = createServerClock({ clock })
  const headers = {
    theme: () => 'dark' as const,
    languageTag: () => 'en',
    terminalCode: () => '0'.repeat(32),
    deviceLanguage: () => 'en',
    locale: () => 'en',
  }
  const pipeline = standardMiddlewares({
    clock,
    serverClock,
    random,
    headers,
    presenter: { present: () => {} },
    languageType: () => 0,
  })
  const client = createRequestClient({ transport, clock, random, serverClock, ...pipeline })
  let fetched = 0
  const load = async () => {
    fetched++
    return referral
  }
  return {
    asked,
    referral,
    clock,
    storage,
    fetched: () => fetched,
    start: {
      referral: load,
      storage,
      fetchRules: () => fetchReferralRules()(undefined, undefined, { client }),
    },
  }
}

describe('the link that brought a visitor', () => {
  it('is read once the server says how codes are kept (spec 4.4)', async () => {
    const { referral, start, asked, clock } = setup()
    await startReferral({ ...start, href: LINK })
    expect(asked).toEqual(['GET /v1/mix/config/referral'])
    expect(referral.getState()).toEqual({
      ...CODES,
      currentLink: 'https://trade.example/en/register',
      effectiveEndTime: clock.now() + 7 * 86_400_000,
    })
  })

  it('asks nothing when it has no query', async () => {
    const { referral, start, asked, fetched } = setup()
    await startReferral({ ...start, href: 'https://trade.example/en/register' })
    expect([asked, referral.getState(), fetched()]).toEqual([[], undefined, 0])
  })

  it('loads stored codes without a query, to expire them', async () => {
    const { start, asked, storage, fetched } = setup()
    storage.set(STORAGE_KEYS.referral, '{}')
    await startReferral({ ...start, href: 'https://trade.example/en/register' })
    expect([asked, fetched()]).toEqual([[], 1])
  })

  it('fails silently when its code cannot be loaded', async () => {
    const { start, asked } = setup()
    await startReferral({
      ...start,
      referral: () => Promise.reject(new TypeError('Failed to fetch')),
      href: LINK,
    })
    expect(asked).toEqual([])
  })

  it.each([
    ['a refusal', () => ({ body: { code: '1', status: 'error', msg: 'no', data: CONFIG } })],
    ['a failure', () => ({ status: 500, body: '' })],
    [
      'a broken connection',
      () => {
        throw connectionLost()
      },
    ],
  ])('stays unread silently after %s, for good after 30 s (R11)', async (_name, answer) => {
    const { referral, start, clock, storage } = setup(answer)
    const started = startReferral({ ...start, href: LINK })
    await clock.advance(30_000)
    await started
    referral.configure(CONFIG)
    expect([referral.getState(), storage.keys()]).toEqual([undefined, []])
  })

  it('asks again after a connection that broke', async () => {
    let tries = 0
    const { referral, start, clock } = setup(() => {
      if (tries++ === 0) throw connectionLost()
      return { body: { code: '0', status: 'success', msg: 'success', data: CONFIG } }
    })
    const started = startReferral({ ...start, href: LINK })
    await clock.advance(10_000)
    await started
    expect(codesOf(referral.getState())).toEqual(CODES)
  })
})

describe('what a registration sends', () => {
  it('is the six codes and nothing else of the record (spec 3.12)', async () => {
    const { referral, start } = setup()
    await startReferral({ ...start, href: LINK })
    expect(codesOf(referral.getState())).toEqual(CODES)
  })

  it('is nothing for a visitor without codes', () => {
    expect(codesOf(undefined)).toEqual({})
  })
})
