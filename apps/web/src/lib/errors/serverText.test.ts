import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { failureOf, serverText } from './serverText.ts'

const t = (id: string, values?: object) => `<${[id, ...Object.values(values ?? {})].join(' ')}>`
const refusal = (code: string | undefined, data?: unknown) =>
  new RequestError('business', { code, message: 'in English', detail: { data } })

describe('the text of a refusal', () => {
  it.each([
    ['40101', '<error.credentials>'],
    ['40201', '<error.balance>'],
    ['40901', '<error.realm>'],
    ['00006', '<error.paused>'],
    ['42901', '<error.tooMany>'],
    ['42902', '<error.tooManyOrders>'],
    ['OTHER_ACCOUNT', '<error.otherAccount>'],
  ])('has the app’s own text for %s', (code, text) =>
    expect(serverText(refusal(code), t)).toBe(text),
  )

  it.each([
    ['email', '<error.field.email>'],
    ['mobile', '<error.field.mobile>'],
    ['areaCode', '<error.field.areaCode>'],
    ['loginName', '<error.field.loginName>'],
    ['pwd', '<error.field.pwd>'],
    ['emailCode', '<error.field.code>'],
    ['mobileCode', '<error.field.code>'],
    ['googleCode', '<error.field.code>'],
    ['orderType', '<error.field.orderType>'],
    ['price', '<error.field.price>'],
    ['triggerPrice', '<error.field.price>'],
    ['size', '<error.field.size>'],
    ['amount', '<error.field.amount>'],
    ['bizId', '<error.parameter>'],
    ['constructor', '<error.parameter>'],
    [undefined, '<error.parameter>'],
  ])('40010 about %s never shows the server’s English (wire 10)', (field, text) =>
    expect(serverText(refusal('40010', { field }), t)).toBe(text),
  )

  it.each([
    [1, '<error.tooManySeconds 1>'],
    [90, '<error.tooManySeconds 90>'],
    [91, '<error.tooManyMinutes 2>'],
    [900, '<error.tooManyMinutes 15>'],
  ])('says when to try again after %s s (SR5)', (retryAfter, text) =>
    expect(serverText(refusal('42901', { retryAfter, taken: false }), t)).toBe(text),
  )

  it('keeps what was said for a code nobody has foreseen', () => {
    expect([
      serverText(refusal('49999'), t),
      serverText(refusal('toString'), t),
      serverText(refusal(undefined), t),
    ]).toEqual(Array(3).fill('in English'))
  })
  it.each([undefined, null, 'text', 7, {}])('says something of %o', (failure) =>
    expect(serverText(failure, t)).toBe('<error.other>'),
  )
})

describe('a failure', () => {
  it('reads client errors and serialised query errors alike', () => {
    const facts = { code: '42901', message: 'm', traceId: 'w1' }
    const read = { ...facts, field: undefined, retryAfter: 30 }
    expect(
      failureOf(new RequestError('business', { ...facts, detail: { data: { retryAfter: 30 } } })),
    ).toEqual(read)
    expect(failureOf({ ...facts, data: { retryAfter: 30 } })).toEqual(read)
  })
})
