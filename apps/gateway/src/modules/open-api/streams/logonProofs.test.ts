import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createLogonProofs } from './logonProofs.ts'

const KEY = 'k'.repeat(64)
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 5)
const proofsOf = (clock = createManualClock(START), secret = 'secret') =>
  createLogonProofs({ clock, secret: Buffer.from(secret) })

describe('what shows that a connection has logged on', () => {
  it('names the key at every gateway of the same secret', () => {
    const proof = proofsOf().make(KEY)
    expect(proofsOf().read(proof)).toBe(KEY)
    expect(proofsOf(createManualClock(START), 'another').read(proof)).toBeUndefined()
  })

  it.each([
    [0, KEY],
    [DAY_MS, KEY],
    [DAY_MS + 1, undefined],
    // A clock of another gateway may be behind.
    [-1_000, KEY],
    [-DAY_MS - 1, undefined],
  ])('is judged %i ms later: %s', (later, expected) => {
    const proof = proofsOf().make(KEY)
    expect(proofsOf(createManualClock(START + later)).read(proof)).toBe(expected)
  })

  it('cannot be changed into that of another key or time', () => {
    const proof = proofsOf().make(KEY)
    const [key = '', at = '', seal = ''] = proof.split('.')
    for (const forged of [
      `${'x'.repeat(64)}.${at}.${seal}`,
      `${key}.${Number(at) + 1}.${seal}`,
      `${key}.0${at}.${seal}`,
      `${key}.${at}.${'0'.repeat(64)}`,
      `${key}.${at}.${seal.toUpperCase()}`,
      `${proof} `,
      `${proof}\n`,
      `${key}..${seal}`,
      key,
      '',
    ])
      expect([forged, proofsOf().read(forged)]).toEqual([forged, undefined])
  })
})
