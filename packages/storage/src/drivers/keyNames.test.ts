import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyNames } from './keyNames.ts'

const prefixes = fc.string({ maxLength: 4 }).filter((prefix) => !prefix.startsWith('_'))

describe('createKeyNames', () => {
  it('adds the prefix after the underscore of a disposable entry', () => {
    const names = createKeyNames('x:')
    expect([names.toStored('simulation'), names.toStored('_tip')]).toEqual([
      'x:simulation',
      '_x:tip',
    ])
  })

  it('changes nothing without a prefix', () => {
    const names = createKeyNames()
    expect([
      names.toStored('a'),
      names.toStored('_a'),
      names.toKey('a'),
      names.toKey('_a'),
    ]).toEqual(['a', '_a', 'a', '_a'])
  })

  it.each(['other', '_ga', '_y:tip', 'X:simulation'])(
    'does not take %s for one of ours',
    (stored) => {
      expect(createKeyNames('x:').toKey(stored)).toBeUndefined()
    },
  )

  it('rejects a prefix that makes every entry disposable', () => {
    expect(() => createKeyNames('_x')).toThrow(TypeError)
  })

  it('maps every stored name back to its key', () => {
    fc.assert(
      fc.property(prefixes, fc.string(), (prefix, key) => {
        const names = createKeyNames(prefix)
        expect(names.toKey(names.toStored(key))).toBe(key)
      }),
    )
  })

  it('never gives two keys one stored name', () => {
    fc.assert(
      fc.property(
        prefixes,
        fc.string({ maxLength: 3 }),
        fc.string({ maxLength: 3 }),
        (prefix, one, two) => {
          fc.pre(one !== two)
          const names = createKeyNames(prefix)
          expect(names.toStored(one)).not.toBe(names.toStored(two))
        },
      ),
    )
  })

  it('a stored name begins with an underscore exactly when its key does (spec 9.2)', () => {
    fc.assert(
      fc.property(prefixes, fc.string(), (prefix, key) => {
        expect(createKeyNames(prefix).toStored(key).startsWith('_')).toBe(key.startsWith('_'))
      }),
    )
  })
})
