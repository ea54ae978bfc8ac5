import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { jsonSchemaOf } from './jsonSchema.ts'
import {
  DecimalString,
  foreignObject,
  nullable,
  oneOf,
  optionalOneOf,
  queryOneOf,
} from './schema.ts'

describe('jsonSchemaOf', () => {
  it('writes a union of literals as an enum', () => {
    expect(jsonSchemaOf(oneOf(['buy', 'sell']))).toEqual({ enum: ['buy', 'sell'] })
    expect(jsonSchemaOf(queryOneOf(['buy']))).toEqual({ type: 'string', enum: ['buy', ''] })
    expect(jsonSchemaOf(optionalOneOf(['buy'], { description: 'Its side.' }))).toEqual({
      type: ['string', 'null'],
      enum: ['buy', '', null],
      description: 'Its side.',
    })
  })

  it('writes a union of plain types as a list of types', () => {
    expect(jsonSchemaOf(nullable(Type.String({ maxLength: 3 })))).toEqual({
      type: ['string', 'null'],
      maxLength: 3,
    })
    expect(jsonSchemaOf(Type.Union([Type.String(), foreignObject('Any.')]))).toEqual({
      type: ['string', 'object'],
      additionalProperties: true,
      description: 'Any.',
    })
    expect(jsonSchemaOf(nullable(DecimalString))).toMatchObject({ format: 'decimal' })
  })

  it('keeps a union whose members share a keyword or have parts', () => {
    for (const schema of [
      Type.Union([
        Type.String({ maxLength: 3 }),
        Type.Integer({ description: 'a' }),
        Type.Null({ description: 'b' }),
      ]),
      nullable(Type.Object({ a: Type.String() })),
      nullable(Type.Array(Type.String())),
      nullable(oneOf(['a', 'b'])),
      Type.Union([Type.Literal('a'), Type.Integer()]),
    ])
      expect(jsonSchemaOf(schema)).toHaveProperty('anyOf')
  })

  it('reaches every depth', () => {
    const schema = Type.Object({ list: Type.Array(oneOf(['a', 'b'])) })
    expect(jsonSchemaOf(schema)).toEqual({
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', items: { enum: ['a', 'b'] } } },
    })
  })
})
