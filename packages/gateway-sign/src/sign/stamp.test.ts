import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { errorMatching } from '../testing/errorMatching.ts'
import { GS1 } from '../wire.ts'
import { createStamp } from './createStamp.ts'
import { assertStamp, signedTime, stampFault } from './stamp.ts'

const tm = '1732238512345'
const traceId = 'w17322385123450a1b2c3d4e5'

describe('tm and trace id (wire 1)', () => {
  it('are valid when both contain the same time', () => {
    expect(stampFault({ tm, traceId }, GS1)).toBeNull()
  })

  it.each([
    ['tm-missing', undefined, traceId],
    ['tm-missing', '', traceId],
    ['tm-malformed', '173223851234', traceId],
    ['tm-malformed', `${tm}\n`, traceId],
    ['tm-malformed', '1.73223851234', traceId],
    ['trace-id-missing', tm, undefined],
    ['trace-id-missing', tm, ''],
    ['trace-id-malformed', tm, traceId.toUpperCase()],
    ['trace-id-malformed', tm, `${traceId}0`],
    ['trace-id-malformed', tm, `${traceId.slice(0, -1)}g`],
    ['trace-id-time-differs', '1732238512346', traceId],
  ])('report %s (wire 7)', (fault, tmValue, traceIdValue) => {
    expect(stampFault({ tm: tmValue, traceId: traceIdValue }, GS1)).toBe(fault)
  })

  it('sign the first eight characters of tm, a bucket of 100 seconds (spec 9.3)', () => {
    expect(signedTime(tm, GS1)).toBe('17322385')
    expect(signedTime('1732238599999', GS1)).toBe('17322385')
    expect(signedTime('1732238600000', GS1)).toBe('17322386')
  })

  it('are required for signing', () => {
    expect(() => assertStamp({ tm, traceId }, GS1)).not.toThrow()
    expect(() => assertStamp({ tm, traceId: 'x' }, GS1)).toThrow(
      errorMatching('INVALID_STAMP', { fault: 'trace-id-malformed' }),
    )
  })
})

describe('createStamp', () => {
  it('writes the time and eleven hex digits of the random source (wire 1)', () => {
    const random = { bytes: () => new Uint8Array([0x0a, 0x1b, 0x2c, 0x3d, 0x4e, 0x5f]) }
    expect(createStamp({ clock: { now: () => Number(tm) - 0.4 }, random })).toEqual({ tm, traceId })
  })

  it('makes valid stamps that differ within a millisecond', () => {
    const [clock, random] = [createManualClock(), createSeededRandom(3)]
    const stamps = Array.from({ length: 2_000 }, () => createStamp({ clock, random }))
    expect(stamps.filter((stamp) => stampFault(stamp, GS1) !== null)).toEqual([])
    expect(new Set(stamps.map((stamp) => stamp.traceId)).size).toBe(2_000)
  })
})
