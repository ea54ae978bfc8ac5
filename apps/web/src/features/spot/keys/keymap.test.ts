import { describe, expect, it } from 'vitest'
import { commandOf, DEFAULT_KEYMAP, readKeymap, rebind, TERMINAL_COMMANDS } from './keymap.ts'

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
