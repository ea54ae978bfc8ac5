import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { type WithdrawErrorTexts, withdrawErrorText } from './withdrawErrorText.ts'

/** The id with its values, so that a test sees which text is shown. */
const t = ((id: string, values?: object) =>
  values ? `${id} ${Object.values(values).join()}` : id) as WithdrawErrorTexts
const refusal = (code: string, data?: object) =>
  new RequestError('business', { code, message: code, detail: { data } })
const textOf = (error: unknown, stoppedUntil?: number) =>
  withdrawErrorText(error, {
    t,
    time: (at) => `@${at}`,
    asset: 'USDT',
    ...(stoppedUntil === undefined ? {} : { stoppedUntil }),
  })

describe('the text of a refused withdrawal (wallet 4, 6)', () => {
  it.each(['malformed', 'checksum', 'zero', 'contract', 'hot', 'own', 'whitelist'])(
    'names an address that is refused as %s',
    (reason) => {
      expect(textOf(refusal('40230', { reason }))).toBe(`withdraw.error.${reason}`)
    },
  )

  it('says from when on a new entry receives', () => {
    expect(textOf(refusal('40230', { reason: 'new', usableAt: 7 }))).toBe('withdraw.error.new @7')
  })

  it('takes a reason that it does not know for a malformed address', () => {
    expect(textOf(refusal('40230', { reason: 'constructor' }))).toBe('withdraw.error.malformed')
    expect(textOf(refusal('40230'))).toBe('withdraw.error.malformed')
  })

  it.each([
    ['40209', { left: '4000' }, 'withdraw.error.cap 4000 USDT'],
    ['40204', { limit: '10' }, 'withdraw.error.minimum 10 USDT'],
    ['40231', undefined, 'withdraw.error.quote'],
    ['00006', undefined, 'withdraw.paused'],
    ['40010', { field: 'address' }, 'addressBook.taken'],
    ['40010', { field: 'amount' }, 'error.field.amount'],
    ['40201', undefined, 'error.balance'],
    ['00004', undefined, 'error.frozen'],
    ['00004', { reason: 'deposit' }, 'stopped.deposit'],
    ['40201', { reason: 'deposit' }, 'stopped.locked'],
    ['40301', undefined, 'error.forbidden'],
  ])('shows %s with %j as %s', (code, data, text) => {
    expect(textOf(refusal(code, data))).toBe(text)
  })

  it('separates a stop from a new device by what the screen knows', () => {
    expect(textOf(refusal('40302', { retryAfter: 5 }), 9)).toBe('withdraw.stopped @9')
    expect(textOf(refusal('40302', { retryAfter: 5 }))).toBe('error.newDevice')
  })
})
