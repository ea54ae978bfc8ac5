import { describe, expect, it } from 'vitest'
import { checkPrompt, dismissAction } from './messageRequest.ts'

describe('checkPrompt', () => {
  it('accepts any text without rules', () => expect(checkPrompt('x', {})).toEqual({ ok: true }))
  it('applies the pattern before the check (U2.8, spec 5.9)', () => {
    const asked: string[] = []
    const check = (value: string) => {
      asked.push(value)
      return true
    }
    expect(checkPrompt('abc', { pattern: /^\d+$/, check })).toEqual({ ok: false })
    expect(asked).toEqual([])
    expect(checkPrompt('123', { pattern: /^\d+$/, check })).toEqual({ ok: true })
    expect(asked).toEqual(['123'])
  })
  it('returns the error text for false, none by default (U2.9)', () => {
    expect(checkPrompt('', { check: () => false })).toEqual({ ok: false })
    expect(checkPrompt('', { check: () => false, errorText: 'Enter a name.' })).toEqual({
      ok: false,
      text: 'Enter a name.',
    })
    expect(checkPrompt('', { pattern: /x/, errorText: 'Enter a name.' })).toEqual({
      ok: false,
      text: 'Enter a name.',
    })
  })
  it('returns the text of the check (U2.10)', () => {
    expect(checkPrompt('', { check: () => 'Too short', errorText: 'Other' })).toEqual({
      ok: false,
      text: 'Too short',
    })
  })
  it('ignores the state of global and sticky patterns', () => {
    const pattern = /a/gy
    expect([1, 2, 3].map(() => checkPrompt('a', { pattern }).ok)).toEqual([true, true, true])
    expect(pattern.lastIndex).toBe(0)
  })
})

describe('dismissAction', () => {
  it.each([
    ['alert', 'escape', undefined],
    ['alert', 'backdrop', undefined],
    ['alert', 'close', 'close'],
    ['confirm', 'escape', 'close'],
    ['confirm', 'backdrop', 'cancel'],
    ['confirm', 'close', 'close'],
    ['prompt', 'escape', 'close'],
    ['prompt', 'backdrop', 'cancel'],
    ['prompt', 'close', 'close'],
  ] as const)('maps %s by %s to %s (U2.11)', (kind, way, action) =>
    expect(dismissAction(kind, way)).toBe(action),
  )
})
