import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commandOf,
  DEFAULT_KEYMAP,
  isBindable,
  keyName,
  readKeymap,
  rebind,
  TERMINAL_COMMANDS,
} from './keymap.ts'

const press = (
  key: string,
  {
    code = '',
    ...held
  }: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey', boolean>> & { readonly code?: string } = {},
) => ({ key, code, ctrlKey: false, altKey: false, metaKey: false, ...held })

describe('keys of the terminal', () => {
  it('are all different', () => {
    expect(new Set(Object.values(DEFAULT_KEYMAP)).size).toBe(TERMINAL_COMMANDS.length)
  })
  it('mean the same with the capitals on', () => {
    expect([
      commandOf(DEFAULT_KEYMAP, press('b')),
      commandOf(DEFAULT_KEYMAP, press('B')),
      commandOf(DEFAULT_KEYMAP, press('?')),
    ]).toEqual(['buy', 'buy', 'help'])
  })
  it('leave what belongs to the browser alone', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey'] as const)
      expect(commandOf(DEFAULT_KEYMAP, press('b', { [held]: true }))).toBeUndefined()
    expect(commandOf(DEFAULT_KEYMAP, press('Enter'))).toBeUndefined()
  })
})

describe('keys of other scripts', () => {
  it.each([
    ['Russian', 'и', 'KeyB', 'buy'],
    ['Russian with the capitals on', 'Ы', 'KeyS', 'sell'],
    ['Arabic', 'س', 'KeyS', 'sell'],
    ['Arabic, whose key writes two characters', 'لا', 'KeyB', 'buy'],
    ['Arabic', '؟', 'Slash', 'help'],
    ['Persian', 'ط', 'KeyX', 'cancelLast'],
    ['Korean', 'ㅁ', 'KeyA', 'amount'],
  ])('mean what lies there on a Latin keyboard: %s %s', (_keyboard, key, code, command) => {
    expect(commandOf(DEFAULT_KEYMAP, press(key, { code }))).toBe(command)
  })
  it('mean what they are bound to first', () => {
    expect(commandOf({ ...DEFAULT_KEYMAP, sell: 'и' }, press('и', { code: 'KeyB' }))).toBe('sell')
  })
  it.each([
    ['q', 'KeyA'],
    ['ö', 'KeyL'],
    ['.', 'Slash'],
    ['Enter', 'Enter'],
    ['я', 'Backquote'],
    ['€', 'KeyE'],
    ['»', 'KeyX'],
    ['µ', 'KeyM'],
  ])('reads Latin keys by their letter wherever they lie: %s at %s', (key, code) => {
    expect(commandOf(DEFAULT_KEYMAP, press(key, { code }))).toBeUndefined()
  })
  it('leave what belongs to the browser alone', () => {
    expect(commandOf(DEFAULT_KEYMAP, press('я', { code: 'KeyZ', ctrlKey: true }))).toBeUndefined()
  })
})

describe('changing a key', () => {
  it('binds a free one, and its former key is free', () => {
    const changed = rebind(DEFAULT_KEYMAP, { command: 'buy', key: 'K' })
    expect(changed).toMatchObject({ status: 'bound', keymap: { buy: 'k', sell: 's' } })
    if (changed.status === 'bound')
      expect(rebind(changed.keymap, { command: 'sell', key: 'b' }).status).toBe('bound')
  })
  it('never gives one key two meanings', () => {
    expect(rebind(DEFAULT_KEYMAP, { command: 'buy', key: 's' })).toEqual({
      status: 'taken',
      by: 'sell',
    })
    expect(rebind(DEFAULT_KEYMAP, { command: 'buy', key: 'b' }).status).toBe('bound')
  })
  it.each(['Enter', 'Tab', 'Escape', ' ', 'F5', 'ArrowUp'])('does not take %o', (key) => {
    expect(rebind(DEFAULT_KEYMAP, { command: 'buy', key })).toEqual({ status: 'unusable' })
  })
})

describe('stored keys', () => {
  it('are read, the rest stays as it was', () => {
    expect(readKeymap('{"buy":"K","unknown":"q"}')).toEqual({ ...DEFAULT_KEYMAP, buy: 'k' })
  })
  it.each([
    undefined,
    null,
    '',
    'no json',
    'null',
    '[]',
    '{"buy":7}',
    '{"buy":"Enter"}',
    '{"buy":"s"}',
  ])('ignores an invalid stored key: %o', (stored) => {
    expect(readKeymap(stored)).toEqual(DEFAULT_KEYMAP)
  })
})

describe('keys after any changes', () => {
  const command = fc.constantFrom(...TERMINAL_COMMANDS)
  const key = fc.oneof(
    fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABZ?!/9'),
    fc.constantFrom('Enter', ' ', 'F5', 'ä', 'и', '😀'),
  )
  const changes = fc.array(fc.record({ command, key }), { maxLength: 20 })
  const after = (list: readonly { command: (typeof TERMINAL_COMMANDS)[number]; key: string }[]) =>
    list.reduce((keymap, change) => {
      const result = rebind(keymap, change)
      return result.status === 'bound' ? result.keymap : keymap
    }, DEFAULT_KEYMAP)

  it('are still one for each command', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const keymap = after(list)
        expect(new Set(Object.values(keymap)).size).toBe(TERMINAL_COMMANDS.length)
        for (const name of TERMINAL_COMMANDS)
          expect(commandOf(keymap, press(keymap[name]))).toBe(name)
      }),
    )
  })

  it('are read as they were stored', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const keymap = after(list)
        expect(readKeymap(JSON.stringify(keymap))).toEqual(keymap)
      }),
    )
  })
})

describe('keys that can be bound', () => {
  it.each(['a', 'Z', '?', '9', 'ä', 'и', '索', '😀', '-'])('are single signs: %s', (key) => {
    expect(isBindable(key)).toBe(true)
  })
  it.each(['', ' ', '\t', '\u00a0', 'Enter', 'ab', 'F1', 'لا'])('are not %j', (key) => {
    expect(isBindable(key)).toBe(false)
  })
  it.each([
    ['B', 'b'],
    ['Ä', 'ä'],
    ['И', 'и'],
    ['?', '?'],
    ['Enter', 'Enter'],
    ['F5', 'F5'],
  ])('%s is named %s', (key, name) => expect(keyName(key)).toBe(name))
})

describe('stored keys that share one', () => {
  it.each([
    ['two of the trader’s', '{"buy":"k","sell":"K"}'],
    ['one and a default', '{"cancelAll":"b"}'],
  ])('count for nothing: %s', (_, stored) => {
    expect(readKeymap(stored)).toEqual(DEFAULT_KEYMAP)
  })
  it('count where two commands have changed places', () => {
    expect(readKeymap('{"buy":"s","sell":"b"}')).toMatchObject({ buy: 's', sell: 'b' })
  })
  it('leave a command that is none of the table out', () => {
    expect(readKeymap('{"__proto__":"k","constructor":"j"}')).toEqual(DEFAULT_KEYMAP)
  })
})
