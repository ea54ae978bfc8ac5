import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isPlainObject, isRecord } from './plainObject.ts'

class Account {
  name = 'a'
}

describe('isPlainObject', () => {
  it.each<[string, unknown]>([
    ['an empty literal', {}],
    ['a literal', { a: 1 }],
    ['an object without a prototype', Object.create(null)],
    ['a literal of another realm', runInNewContext('({ a: 1 })')],
  ])('accepts %s', (_what, value) => {
    expect(isPlainObject(value)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['a string', 'a'],
    ['a number', 1],
    ['a function', () => {}],
    ['an array', [1]],
    ['a class instance', new Account()],
    ['a date', new Date(0)],
    ['a form', new FormData()],
    ['a blob', new Blob()],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['an object that inherits from a literal', Object.create({ a: 1 })],
  ])('rejects %s', (_what, value) => {
    expect(isPlainObject(value)).toBe(false)
  })
})

describe('isRecord', () => {
  it('accepts any object but an array', () => {
    expect([{}, new Account(), Object.create({ a: 1 })].map(isRecord)).toEqual([true, true, true])
    expect([null, undefined, 'a', 1, [1], () => {}].map(isRecord)).toEqual(
      Array.from({ length: 6 }, () => false),
    )
  })
})
