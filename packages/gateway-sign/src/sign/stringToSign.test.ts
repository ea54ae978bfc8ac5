import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import deviceChecks from '../../vectors/device-check.json' with { type: 'json' }
import { logins, signings } from '../testing/vectors.ts'
import { GS1, type SignField } from '../wire.ts'
import { isSignablePath } from './signPath.ts'
import { deviceCheckString, initSignString, stringToSign } from './stringToSign.ts'

describe('string to sign (wire 2)', () => {
  it.each(signings)(
    'matches the vector: $name',
    ({ path, tm, traceId, body, fields, ...expected }) => {
      const text = stringToSign(fields, { request: { path, tm, traceId, body }, profile: GS1 })
      expect(text).toBe(expected.stringToSign)
      expect(Buffer.byteLength(text)).toBe(expected.bytes)
      expect(createHash('md5').update(text).digest('hex')).toBe(expected.md5)
    },
  )

  it('signs the URL-encoded path of worked example F', () => {
    const example = signings.find(({ name }) => name.startsWith('F '))
    expect(new URL(example?.logicalPath ?? '', 'https://gateway.example').pathname).toBe(
      example?.path,
    )
  })

  const digits = (length: number) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((list) => list.join(''))
  const request = fc.record({
    path: fc
      .array(fc.constantFrom('a', '/', '%0A', '1', 'w'))
      .map((pieces) => `/a${pieces.join('')}`)
      .filter(isSignablePath),
    tm: digits(13),
    traceId: fc
      .tuple(
        digits(13),
        fc.array(fc.constantFrom(...'0123456789abcdef'.split('')), {
          minLength: 11,
          maxLength: 11,
        }),
      )
      .map(([time, hex]) => `w${time}${hex.join('')}`),
    body: fc
      .array(fc.constantFrom('\n', '\r', '{', 'a', '17322385', 'w17322385123450a1b2c3d4e5', 'é'))
      .map((pieces) => pieces.join('')),
  })

  it.each([
    [['path', 'time', 'traceId', 'body']],
    [['traceId', 'time', 'path', 'body']],
    [['time', 'path', 'body']],
  ] as SignField[][][])('is unique per request with fields %s (PROTOCOL T15)', (fields) => {
    fc.assert(
      fc.property(request, request, (one, other) => {
        const signedParts = ({ path, tm, traceId, body }: typeof one) =>
          JSON.stringify(
            fields.map((field) => ({ path, time: tm.slice(0, 8), traceId, body })[field]),
          )
        const strings = [one, other].map((value) =>
          stringToSign(fields, { request: value, profile: GS1 }),
        )
        expect(strings[0] === strings[1]).toBe(signedParts(one) === signedParts(other))
      }),
    )
  })

  it('can be split back into its parts', () => {
    fc.assert(
      fc.property(request, (value) => {
        const [path, time, traceId, ...body] = stringToSign(['path', 'time', 'traceId', 'body'], {
          request: value,
          profile: GS1,
        }).split('\n')
        expect({ path, time, traceId, body: body.join('\n') }).toEqual({
          path: value.path,
          time: value.tm.slice(0, 8),
          traceId: value.traceId,
          body: value.body,
        })
      }),
    )
  })
})

describe('string of initSign (wire 4)', () => {
  it.each(logins.filter((login) => login.initSignString !== null))(
    'matches the vector: $name',
    ({ path, tm, traceId, plaintext, initSign, ...expected }) => {
      const cut = plaintext.slice(0, plaintext.lastIndexOf(`,"initSign":"${initSign}"`))
      expect(initSignString({ path, tm, traceId, plaintext: cut }, GS1)).toBe(
        expected.initSignString,
      )
    },
  )
})

describe('string of the device check (wire 5)', () => {
  it.each(deviceChecks)(
    'matches the vector: $name',
    ({ path, tm, traceId, newKeyId, ...expected }) => {
      expect(deviceCheckString({ path, tm, traceId, newKeyId }, GS1)).toBe(expected.stringToSign)
    },
  )

  it('never equals an initSign string', () => {
    const stamp = { path: '/v1/a', tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }
    expect(deviceCheckString({ ...stamp, newKeyId: '' }, GS1)).not.toBe(
      initSignString({ ...stamp, plaintext: '' }, GS1),
    )
  })
})
