import { describe, expect, it } from 'vitest'
import { noticesOf } from './noticesOfEffects.ts'

const DAY = 86_400_000
const AT = 20_000 * DAY

/** `kind state amount asset -> realm user` of each notice. */
const said = (effects: object) =>
  noticesOf({ at: AT, orders: [], ...effects }).map(({ kind, realm, userId, data }) => {
    const { state, amount, asset } = data.subject ?? {}
    const figure = typeof amount === 'string' ? ` ${amount} ${asset}` : ''
    return `${kind} ${state}${figure} -> ${realm} ${userId}`
  })
const idsOf = (effects: object) =>
  noticesOf({ at: AT, orders: [], ...effects }).map(({ noticeId }) => noticeId)

describe('notices of copy trading (products 1)', () => {
  const copy = (changes: object) => ({ copy: { orders: [], follows: [], shares: [], ...changes } })
  const skip = (changes: object = {}) => ({
    followId: 3,
    userId: 'fay',
    realm: 'paper',
    symbol: 'BTCUSDT',
    reason: 'slippage',
    leadFillId: 9,
    at: AT,
    ...changes,
  })

  it.each(['minimum', 'funds', 'slippage', 'dailyCap', 'pair', 'backlog'])(
    'say that a fill was skipped, and why: %s',
    (reason) => {
      const effects = copy({ orders: [skip({ reason })] })
      expect(said(effects)).toEqual([`copy skip.${reason} -> paper fay`])
      const [notice] = noticesOf({ at: AT, orders: [], ...(effects as object) })
      expect(notice?.data.subject?.symbol).toBe('BTCUSDT')
    },
  )

  it.each([{ reason: null }, { reason: 'paused' }, { leadFillId: null }])(
    'say nothing of a copy with %j',
    (changes) => expect(said(copy({ orders: [skip(changes)] }))).toEqual([]),
  )

  it('say a reason once a day for each follow', () => {
    const ids = [skip(), skip({ at: AT + 1 }), skip({ followId: 4 }), skip({ at: AT + DAY })].map(
      (order) => idsOf(copy({ orders: [order] }))[0],
    )
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
  })

  it.each(['close', 'stopLoss', 'leadCloses'])('say how a follow ended: %s', (end) => {
    const follow = { id: 3, userId: 'fay', realm: 'live', status: 'closed', end }
    expect(said(copy({ follows: [follow] }))).toEqual([`copy ${end} -> live fay`])
    expect(said(copy({ follows: [{ ...follow, status: 'closing' }] }))).toEqual([])
  })

  it('leave out what a reset of paper funds ended', () => {
    const follow = { id: 3, userId: 'fay', realm: 'paper', status: 'closed', end: 'reset' }
    expect(said(copy({ follows: [follow] }))).toEqual([])
  })

  it('notify both of a profit share', () => {
    const share = { id: 5, realm: 'live', userId: 'fay', leadUserId: 'lea', amount: 2_50000000n }
    expect(said(copy({ shares: [share] }))).toEqual([
      'copy sharePaid 2.5 USDT -> live fay',
      'copy shareReceived 2.5 USDT -> live lea',
    ])
    expect(new Set(idsOf(copy({ shares: [share] }))).size).toBe(2)
  })
})
