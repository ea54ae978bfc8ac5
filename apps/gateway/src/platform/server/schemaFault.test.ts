import { createManualClock } from '@x/kit/testing'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import type { LogFields } from '../log/Log.ts'
import { createRefusalLog } from '../security/createRefusalLog.ts'
import { createOutageLog } from './createOutageLog.ts'
import { schemaFault } from './schemaFault.ts'

/** What is said of a value that a schema refuses. */
function faultOf(properties: object, value: unknown, more: object = {}) {
  const validate = new Ajv({ allowUnionTypes: true }).compile({
    type: 'object',
    properties,
    ...more,
  })
  expect(validate(value)).toBe(false)
  const [error] = validate.errors ?? []
  return error && schemaFault(error)
}

describe('what a schema refuses', () => {
  it.each<[object, unknown, string]>([
    [{ type: 'string' }, 1, 'a must be text'],
    [{ type: 'number' }, '1', 'a must be a number'],
    [{ type: 'integer' }, 1.5, 'a must be a whole number'],
    [{ type: 'boolean' }, 'true', 'a must be true or false'],
    [{ type: 'array' }, {}, 'a must be a list'],
    [{ type: 'object' }, [], 'a must be an object'],
    [{ type: ['string', 'null'] }, 1, 'a must be text'],
    [{ type: ['string', 'number'] }, true, 'a must be text or a number'],
    [{ enum: ['buy', 'sell'] }, 'long', 'a must be one of buy, sell'],
    [{ enum: ['gtc', '', null] }, 'x', 'a must be one of gtc'],
    [{ const: 'x' }, 'y', 'a must be "x"'],
    [{ type: 'string', minLength: 2 }, '1', 'a must have at least 2 characters'],
    [{ type: 'string', maxLength: 2 }, '123', 'a must have at most 2 characters'],
    [{ type: 'array', minItems: 1 }, [], 'a must have at least 1 entries'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'a must have at most 1 entries'],
    [{ type: 'number', minimum: 1 }, 0, 'a must be at least 1'],
    [{ type: 'number', maximum: 1 }, 2, 'a must be at most 1'],
    [{ type: 'string', pattern: '^x$' }, 'y', 'a does not have the right form'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'a is not valid'],
  ])('is named by %j for %j: %s', (schema, value, message) =>
    expect(faultOf({ a: schema }, { a: value })).toEqual({ field: 'a', message }),
  )

  it('is named by its path, and its field by the outermost name', () => {
    const inner = { type: 'object', properties: { size: { type: 'string' } } }
    const list = { type: 'array', items: inner }
    expect(faultOf({ orders: list }, { orders: [{}, { size: 1 }] })).toEqual({
      field: 'orders',
      message: 'orders.1.size must be text',
    })
  })

  it('is named where it is missing', () => {
    expect(faultOf({}, {}, { required: ['price'] })).toEqual({
      field: 'price',
      message: 'price is missing',
    })
    const nested = { a: { type: 'object', required: ['b'] } }
    expect(faultOf(nested, { a: {} })).toEqual({ field: 'a', message: 'a.b is missing' })
  })

  it('is the body where that is no object', () => {
    expect(faultOf({}, [])).toEqual({ field: 'body', message: 'body must be an object' })
  })

  it('never repeats what was sent', () => {
    const fault = faultOf({ a: { enum: ['x'] } }, { a: '<script>' })
    expect(fault?.message).not.toContain('script')
  })
})

/** Lines that were written, and what they say. */
function openLog() {
  const lines: (LogFields | undefined)[] = []
  const write = (_message: string, fields?: LogFields) => void lines.push(fields)
  return { lines, log: { info: write, warn: write, error: write } }
}

describe('the log of an outage', () => {
  it('has a line a second, which counts the requests since the last', async () => {
    const clock = createManualClock()
    const { lines, log } = openLog()
    const refuse = createOutageLog({ clock, log })
    for (let request = 0; request < 5; request++) refuse({ code: 'ECONNREFUSED' })
    await clock.advance(999)
    refuse({ code: 'ECONNREFUSED' })
    expect(lines).toEqual([{ requests: 1, reason: 'ECONNREFUSED' }])
    await clock.advance(1)
    refuse({ code: 'ECONNREFUSED' })
    expect(lines[1]).toEqual({ requests: 6, reason: 'ECONNREFUSED' })
  })

  it('goes on though the clock was set back', () => {
    const clock = createManualClock(10_000_000)
    const { lines, log } = openLog()
    const refuse = createOutageLog({ clock, log })
    refuse({ code: 'a' })
    clock.jump(-3_600_000)
    refuse({ code: 'b' })
    expect(lines).toHaveLength(2)
  })

  it.each([
    [{ cause: { cause: { code: 'EPIPE', message: '10.0.0.1' } } }, 'EPIPE'],
    [new TypeError('postgres://user:secret@host'), 'TypeError'],
    [null, 'undefined'],
    ['text', 'undefined'],
  ])('names of %j the code alone, never an address', (error, reason) => {
    const { lines, log } = openLog()
    createOutageLog({ clock: createManualClock(), log })(error)
    expect(lines).toEqual([{ requests: 1, reason }])
  })
})

describe('the log of refused signatures', () => {
  it('has a hundred lines at once, then five a second', async () => {
    const clock = createManualClock(1_000)
    const { lines, log } = openLog()
    const refuse = createRefusalLog({ clock, log })
    for (let request = 0; request < 130; request++) refuse({ code: '00023' })
    expect(lines).toHaveLength(100)
    expect(lines.every((fields) => fields?.['leftOut'] === undefined)).toBe(true)
    await clock.advance(200)
    refuse({ code: '00021' })
    refuse({ code: '00021' })
    expect(lines.slice(100)).toEqual([{ code: '00021', leftOut: 30 }])
    await clock.advance(400)
    refuse({ code: '00020' })
    refuse({ code: '00020' })
    expect(lines.slice(101)).toEqual([{ code: '00020', leftOut: 1 }, { code: '00020' }])
  })
})
