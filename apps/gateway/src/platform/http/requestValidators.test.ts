import { expect, it } from 'vitest'
import { requestValidator } from './requestValidators.ts'

const schema = {
  type: 'object',
  properties: { size: { type: 'string', format: 'decimal' } },
  required: ['size'],
  additionalProperties: false,
}

it('accepts what the schema allows and leaves the value alone', () => {
  const body = { size: '1e3' }
  expect(requestValidator({ schema })(body)).toBe(true)
  expect(body).toEqual({ size: '1e3' })
})

it('has the first fault of the last value only', () => {
  const validator = requestValidator({ schema })
  expect(validator({ size: 1 })).toBe(false)
  expect(validator.errors).toMatchObject([{ instancePath: '/size', keyword: 'type' }])
  expect(validator({ size: '1' })).toBe(true)
  expect(validator.errors).toBeNull()
})

it('compiles a schema when the first value comes', () => {
  const validator = requestValidator({ schema: { type: 'nothing' } })
  expect(() => validator({})).toThrow(/type/)
})
