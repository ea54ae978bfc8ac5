import type { UserNotice } from '@x/api'
import { describe, expect, it } from 'vitest'
import { amountTextOf, pageOfNotice, plainTextOf, skipTextOf } from './noticeTexts.ts'

const notice = (kind: string, subject?: { readonly state?: string; readonly id?: string }) =>
  ({ kind, subject: subject ?? null }) as unknown as UserNotice

describe('the text of a notice', () => {
  it.each([
    ['deposit', 'credited', 'notice.depositCredited'],
    ['withdrawal', 'failed', 'notice.withdrawalFailed'],
    ['p2p', 'released', 'notice.p2pReleased'],
    ['p2p', 'toSeller', 'notice.p2pToSeller'],
    ['redPacket', 'returned', 'notice.packetReturned'],
    ['rebate', 'received', 'notice.rebate'],
  ])('names an amount: %s %s', (kind, state, text) => {
    const given = notice(kind, { state })
    expect([amountTextOf(given), plainTextOf(given), skipTextOf(given)]).toEqual([
      text,
      undefined,
      undefined,
    ])
  })

  it('names none of what a lead trader does', () => {
    const given = notice('copy', { state: 'stopLoss' })
    expect([amountTextOf(given), plainTextOf(given)]).toEqual([undefined, 'notice.copyStopLoss'])
  })

  it.each(['minimum', 'funds', 'slippage', 'dailyCap', 'pair', 'backlog'])(
    'says why a trade was not copied: %s',
    (reason) => {
      const given = notice('copy', { state: `skip.${reason}` })
      expect(skipTextOf(given)).toBe(`notice.skip.${reason}`)
      expect(plainTextOf(given)).toBeUndefined()
    },
  )

  it.each([
    notice('deposit'),
    notice('deposit', {}),
    notice('deposit', { state: 'released' }),
    notice('copy', { state: 'skip' }),
    notice('constructor'),
    notice('', { state: '' }),
    notice('deposit credited'),
  ])('is none of what the app does not know', (given) => {
    expect([amountTextOf(given), plainTextOf(given), skipTextOf(given)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the page of a notice', () => {
  it.each([
    ['p2p', '42', '/p2p/orders/42'],
    ['p2p', undefined, '/p2p/orders'],
    ['copy', '42', '/copy-trading/my'],
    ['earn', undefined, '/earn'],
    ['redPacket', undefined, '/redpacket'],
    ['rebate', undefined, '/referral'],
    ['deposit', '42', undefined],
    ['announcement', undefined, undefined],
  ])('leads from %s %s to %s', (kind, id, path) => {
    expect(pageOfNotice(notice(kind, id === undefined ? undefined : { id }))).toBe(path)
  })
})
