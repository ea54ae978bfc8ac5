import { api, type ErrorCode } from '@x/api'
import { describe, expect, it } from 'vitest'
import { failure } from './envelope.ts'
import { createContractCheck } from './contractCheck.ts'
import { CodedAnswer, RawAnswer } from './route.ts'

const check = createContractCheck()
const mode = { liveTrading: true, recordedSymbol: null }

describe('answerFault', () => {
  it('finds nothing in an answer that follows the contract', () => {
    expect(check.answerFault(api.marketData.mode, mode)).toBeUndefined()
    expect(check.answerFault(api.login.logout, null)).toBeUndefined()
    expect(check.answerFault(api.login.logout, undefined)).toBeUndefined()
  })

  it('names the path of a value of another type', () => {
    expect(
      check.answerFault(api.spot.account.assets, [{ asset: 'BTC', available: 1, held: '0' }]),
    ).toBe('GET /v1/spot/account/assets: data/0/available must be string')
  })

  it('names a field that is missing', () => {
    expect(check.answerFault(api.marketData.mode, { liveTrading: true })).toContain(
      "must have required property 'recordedSymbol'",
    )
  })

  it('names a field that the contract does not have', () => {
    expect(check.answerFault(api.marketData.mode, { ...mode, secret: 1 })).toContain('(secret)')
  })

  it('ignores fields without a value, which JSON leaves out', () => {
    expect(check.answerFault(api.marketData.mode, { ...mode, extra: undefined })).toBeUndefined()
  })

  it('reads an envelope that was kept as text', () => {
    const kept = (data: unknown) =>
      new RawAnswer(JSON.stringify({ code: '0', data }), 'application/json')
    expect(check.answerFault(api.marketData.mode, kept(mode))).toBeUndefined()
    expect(check.answerFault(api.marketData.mode, kept(null))).toContain('data must be object')
  })

  it('compares the code of a success with the contract', () => {
    const bizId = { bizId: '1' }
    expect(check.answerFault(api.captcha.check, new CodedAnswer('00000', bizId))).toBeUndefined()
    expect(check.answerFault(api.captcha.check, bizId)).toContain('the code 00000, not 0')
  })

  it('wants an answer outside the envelope where the contract has one', () => {
    expect(check.answerFault(api.device.token, 'text')).toContain('no envelope')
    expect(
      check.answerFault(api.health.alive, new RawAnswer('{"status":"dead"}', 'application/json')),
    ).toContain('data/status')
  })
})

describe('refusalFault', () => {
  const { place } = api.spot.orders
  const refusal = (code: string, { status = 200, data = null as unknown } = {}) => ({
    status,
    envelope: failure({ code: code as ErrorCode, message: 'No.', data }),
  })

  it('takes errors of the endpoint, its access and the server', () => {
    for (const code of ['40201', '00023', '40901', '1', '42901'])
      expect(check.refusalFault(place, refusal(code))).toBeUndefined()
  })

  it('names an error that the contract does not have', () => {
    expect(check.refusalFault(place, refusal('40101'))).toBe(
      'POST /v1/spot/order/place: the contract has no error 40101',
    )
  })

  it('compares the HTTP status with the contract', () => {
    expect(check.refusalFault(place, refusal('40010', { status: 400 }))).toBeUndefined()
    expect(check.refusalFault(place, refusal('1', { status: 415 }))).toBeUndefined()
    expect(check.refusalFault(place, refusal('40201', { status: 400 }))).toContain(
      'no error 40201 with HTTP status 400',
    )
  })

  it('compares the details with the contract', () => {
    const fault = (code: string, data: unknown) =>
      check.refusalFault(place, refusal(code, { data }))
    expect(fault('40201', { asset: 'USDT' })).toBeUndefined()
    expect(fault('40201', { balance: '1' })).toContain('error 40201: data')
    expect(fault('42902', null)).toContain('error 42902: data')
    expect(fault('401', { field: 'a' })).toContain('error 401: data')
  })
})
