import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Json, checkParameters, idParameters, isVerified, readCaptchaId } from './wire.ts'

describe('get-captcha-id request', () => {
  it('contains the scene and only defined parameters (C1, spec 7.3, spec 3.13)', () => {
    expect(idParameters({ scene: 'login' })).toEqual({ scene: 'login' })
    expect(Object.keys(idParameters({ scene: 'login' }))).toEqual(['scene'])
    expect(idParameters({ scene: 'sendCode', areaCode: '49', bizId: 'b', bizParam: 'p' })).toEqual({
      scene: 'sendCode',
      bizParam: 'p',
      areaCode: '49',
      bizId: 'b',
    })
    expect(Object.keys(idParameters({ scene: 'login', areaCode: '' }))).toEqual([
      'scene',
      'areaCode',
    ])
  })
})

describe('get-captcha-id response', () => {
  const data = { status: 1, bizId: 'b', geetestId: 'g' }

  it.each([[0], ['0'], ['200'], ['00000']])('passes on code %o (C2)', (code) => {
    expect(readCaptchaId({ code, data })).toEqual({ kind: 'challenge', geetestId: 'g', bizId: 'b' })
  })

  it.each([[1], ['1'], [200], ['401'], ['40103'], [''], ['000'], [null]])(
    'is a refusal on any other code: %o (C2, spec 8.16)',
    (code) => {
      expect(readCaptchaId({ code, data })).toEqual({ kind: 'refused' })
      expect(readCaptchaId({ code, msg: 'no data at all' })).toEqual({ kind: 'refused' })
    },
  )

  it('may come without an envelope (C2)', () => {
    expect(readCaptchaId(data)).toEqual({ kind: 'challenge', geetestId: 'g', bizId: 'b' })
  })

  it('uses own properties of the envelope only (C2)', () => {
    const inherited: unknown = Object.assign(Object.create({ code: '40103', data: {} }), data)
    expect(readCaptchaId(inherited)).toEqual({ kind: 'challenge', geetestId: 'g', bizId: 'b' })
  })

  it.each([[0], ['0']])('requires no challenge at status %o (C3)', (status) => {
    expect(readCaptchaId({ code: '0', data: { status, bizId: 'b' } })).toEqual({
      kind: 'not-needed',
      bizId: 'b',
    })
    expect(readCaptchaId({ status })).toEqual({ kind: 'not-needed', bizId: undefined })
  })

  it.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ code: '0' }],
    [{ code: '0', data: null }],
    [{ status: 1 }],
    [{ status: 1, geetestId: '' }],
    [{ status: 1, geetestId: 7 }],
    [[]],
  ])('is rejected as unreadable: %o', (response) => {
    expect(() => readCaptchaId(response)).toThrow(
      expect.objectContaining({ name: 'CaptchaError', code: 'bad-response' }),
    )
  })

  it('is parsed or rejected as bad-response for any value', () => {
    fc.assert(
      fc.property(fc.anything(), (response) => {
        try {
          expect(['refused', 'not-needed', 'challenge']).toContain(readCaptchaId(response).kind)
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-response' })
        }
      }),
    )
  })
})

describe('proof', () => {
  const proof = { lot_number: 'l', captcha_output: 'é€😀', pass_token: 'p', gen_time: '1' }

  it('is base64 of the UTF-8 JSON in key order for type 3 (C5)', () => {
    const { captchaValidate } = checkParameters({ captchaType: 3, proof, bizId: 'b' })
    expect(captchaValidate).toBe(
      Buffer.from(
        '{"lot_number":"l","captcha_output":"é€😀","pass_token":"p","gen_time":"1"}',
        'utf8',
      ).toString('base64'),
    )
    expect((captchaValidate as string).length % 4).toBe(0)
  })

  it('is the object itself for other types (C5)', () => {
    expect(checkParameters({ captchaType: 2, proof })).toEqual({
      captchaType: 2,
      captchaValidate: proof,
    })
  })

  it('is sent with defined parameters, without the scene (spec 7.4)', () => {
    expect(Object.keys(checkParameters({ captchaType: 3, proof, areaCode: '49' }))).toEqual([
      'captchaType',
      'captchaValidate',
      'areaCode',
    ])
  })

  it('survives a base64 round trip (C5)', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) =>
          Buffer.from(base64Json(value), 'base64').toString('utf8') === JSON.stringify(value),
      ),
    )
  })

  it.each([
    [{ code: '00000' }, true],
    [{ code: 0 }, false],
    [{ code: '0' }, false],
    [{ code: '200' }, false],
    [{ code: '00001' }, false],
    [{}, false],
    [undefined, false],
    [{ data: { code: '00000' } }, false],
  ])("is verified only by the string '00000': %o -> %s (C6)", (response, expected) => {
    expect(isVerified(response)).toBe(expected)
  })
})
