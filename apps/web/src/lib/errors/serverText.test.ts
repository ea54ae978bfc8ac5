import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { codeText, failureOf, serverText } from './serverText.ts'

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

describe('what a server may have written', () => {
  it.each([
    ['<b>bold</b>', '<b>bold</b>'],
    ['', undefined],
    [7, undefined],
    [null, undefined],
    [{ toString: () => 'x' }, undefined],
  ])('is taken as text alone: %j', (message, text) => {
    expect(failureOf({ message }).message).toBe(text)
  })

  it.each([
    ['5', undefined],
    [null, undefined],
    [30, 30],
    [0, 0],
  ])('names a time to wait as a number alone: %j', (retryAfter, seconds) => {
    expect(failureOf({ data: { retryAfter } }).retryAfter).toBe(seconds)
  })

  it.each([undefined, null, 'text', 7, []])('has no field in data that is %j', (data) => {
    expect(failureOf({ code: '40010', data }).field).toBeUndefined()
  })

  it('is not read off a message where the code is known', () => {
    expect(serverText({ code: '40201', message: '<script>' }, t)).toBe('<error.balance>')
  })
})

describe('the text of a code alone', () => {
  it.each([
    ['40201', '<error.balance>'],
    ['40902', '<error.repeated>'],
    ['OTHER_ACCOUNT', '<error.otherAccount>'],
    ['49999', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('is our own for known codes alone: %j', (code, text) => expect(codeText(code, t)).toBe(text))
})

describe('a wait', () => {
  it.each([
    [0.2, '<error.tooManySeconds 1>'],
    [59.4, '<error.tooManySeconds 60>'],
    [90.5, '<error.tooManyMinutes 2>'],
    [120, '<error.tooManyMinutes 2>'],
    [121, '<error.tooManyMinutes 3>'],
  ])('is rounded up: %d s', (retryAfter, text) =>
    expect(serverText(refusal('42901', { retryAfter }), t)).toBe(text),
  )

  it('is named for that refusal alone', () => {
    expect(serverText(refusal('42902', { retryAfter: 30 }), t)).toBe('<error.tooManyOrders>')
  })
})
