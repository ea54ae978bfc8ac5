import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { type LeavingErrorTexts, leavingErrorText } from './leavingErrorText.ts'

const t = ((id: string) => id) as LeavingErrorTexts
const textOf = (code: string, data?: object) =>
  leavingErrorText(new RequestError('business', { code, message: code, detail: { data } }), t)

describe('the text of coins that may not leave (wallet 3)', () => {
  it.each([
    ['00004', { reason: 'deposit' }, 'stopped.deposit'],
    ['00004', { userId: '1' }, 'error.frozen'],
    ['00004', null, 'error.frozen'],
    ['40201', { asset: 'USDT', reason: 'deposit' }, 'stopped.locked'],
    ['40201', { asset: 'USDT' }, 'error.balance'],
    ['40301', { reason: 'deposit' }, 'error.forbidden'],
  ])('shows %s with %j as %s', (code, data, text) => {
    expect(textOf(code, data ?? undefined)).toBe(text)
  })

  it('reads no reason of what is no refusal', () => {
    expect(leavingErrorText(new Error('x'), t)).toBe('x')
  })
})
