import { expect, it } from 'vitest'
import { readBodyFields, writeBodyFields } from './readBodyFields.ts'
import { hasAnyField } from './hasNoSensitiveFields.ts'

const form = (entries: readonly (readonly [string, string | Blob])[]) => {
  const made = new FormData()
  for (const [name, value] of entries) made.append(name, value)
  return made
}
class Account {
  pwd = 'secret'
  left = undefined
}

it.each<[string, unknown, Record<string, unknown> | undefined]>([
  ['a literal', { pwd: 'p', depth: { a: 1 } }, { pwd: 'p', depth: { a: 1 } }],
  [
    'a form in the address style',
    new URLSearchParams('pwd=p&pwd=q&name=n'),
    { pwd: ['p', 'q'], name: 'n' },
  ],
  [
    'a multipart form',
    form([
      ['pwd', 'p'],
      ['name', 'n'],
      ['name', 'm'],
    ]),
    { pwd: 'p', name: ['n', 'm'] },
  ],
  ['an empty form', new FormData(), {}],
  ['an instance, as JSON writes it', new Account(), { pwd: 'secret' }],
  [
    'a literal that writes itself, as it writes itself',
    { pwd: 'p', toJSON: () => ({ pwd: 'q' }) },
    { pwd: 'q' },
  ],
  [
    'a form with a file',
    form([
      ['pwd', 'p'],
      ['scan', new Blob(['x'])],
    ]),
    undefined,
  ],
  ['text', '{"pwd":"p"}', undefined],
  ['nothing', undefined, undefined],
  ['null', null, undefined],
  ['a list', [{ pwd: 'p' }], undefined],
  ['a Blob', new Blob(['{"pwd":"p"}']), undefined],
  ['a buffer', new ArrayBuffer(8), undefined],
  ['bytes', new Uint8Array([1, 2]), undefined],
  ['a view of bytes', new DataView(new ArrayBuffer(8)), undefined],
  ['an instance that writes itself as a list', { toJSON: () => ['p'] }, undefined],
  ['an instance that cannot be written', { toJSON: () => ({ big: 1n }) }, undefined],
])('reads the fields of %s (wire 4)', (_what, body, fields) => {
  expect(readBodyFields(body)).toEqual(fields)
})

it('returns a plain object itself and reads anything else once (wire 4)', () => {
  const literal = { pwd: 'p' }
  expect(readBodyFields(literal)).toBe(literal)
  let reads = 0
  expect(readBodyFields({ toJSON: () => ({ reads: (reads += 1) }) })).toEqual({ reads: 1 })
})

it('writes fields back as the same form type, or as an object (wire 4)', () => {
  const fields = { name: 'n', list: ['a', 'b'], bodyCiphertext: 'c' }
  const multipart = writeBodyFields(form([['name', 'n']]), fields)
  expect(multipart).toBeInstanceOf(FormData)
  expect([...(multipart as FormData).entries()]).toEqual([
    ['name', 'n'],
    ['list', 'a'],
    ['list', 'b'],
    ['bodyCiphertext', 'c'],
  ])
  const search = writeBodyFields(new URLSearchParams('name=n'), fields)
  expect(search).toBeInstanceOf(URLSearchParams)
  expect(String(search)).toBe('name=n&list=a&list=b&bodyCiphertext=c')
  expect(writeBodyFields({ name: 'n' }, fields)).toBe(fields)
})

it.each<[Record<string, unknown>, boolean]>([
  [{ pwd: 'p' }, true],
  [{ pwd: '' }, true],
  [{ pwd: 0 }, true],
  [{ code: 'c', other: 1 }, true],
  [{ pwd: null }, false],
  [{ pwd: undefined }, false],
  [{ other: 1 }, false],
  [{}, false],
])('detects whether a sensitive field has a value in %o (wire 4)', (fields, expected) => {
  expect(hasAnyField(fields, ['pwd', 'code'])).toBe(expected)
})
