import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIRM, needsConfirmation, readConfirmLevel } from './confirmLevel.ts'

describe('which orders are asked about', () => {
  it('is everything but plain limit orders, unless the trader says otherwise', () => {
    expect(readConfirmLevel(undefined)).toBe(DEFAULT_CONFIRM)
    expect(readConfirmLevel('sometimes')).toBe('market')
    const asked = (['limit', 'market', 'stop_limit', 'oco'] as const).map((type) =>
      needsConfirmation({ type }, DEFAULT_CONFIRM),
    )
    expect(asked).toEqual([false, true, true, true])
  })
  it('can be every order or none', () => {
    expect(needsConfirmation({ type: 'limit' }, readConfirmLevel('all'))).toBe(true)
    expect(needsConfirmation({ type: 'market' }, readConfirmLevel('none'))).toBe(false)
  })
})
