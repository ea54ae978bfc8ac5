import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createPendingFlag } from './pendingFlag.ts'

function setup(initial?: string) {
  const clock = createManualClock(1_000_000)
  const storage = createMemoryStorage(initial === undefined ? {} : { pending: initial })
  const flagOf = (owner: string) => createPendingFlag({ storage, clock, key: 'pending', owner })
  return { clock, storage, mine: flagOf('aa'), theirs: flagOf('bb') }
}

describe('pending flag', () => {
  it('is stored with its owner and time (spec 4.1)', () => {
    const { storage, mine } = setup()
    mine.set()
    expect(storage.get('pending')).toBe('aa@1000000')
  })

  it('belongs to the last tab that set it', () => {
    const { mine, theirs } = setup()
    mine.set()
    theirs.set()
    expect([mine.isMine(), theirs.isMine()]).toEqual([false, true])
  })

  it('is cleared by its owner only', () => {
    const { storage, mine, theirs } = setup()
    mine.set()
    theirs.clear()
    expect(storage.get('pending')).toBe('aa@1000000')
    mine.clear()
    expect(storage.get('pending')).toBeNull()
  })

  it('is valid for 12 s (D8)', async () => {
    const { clock, mine, theirs } = setup()
    theirs.set()
    expect(mine.msLeft()).toBe(12_000)
    await clock.advance(11_999)
    expect(mine.msLeft()).toBe(1)
    await clock.advance(1)
    expect(mine.msLeft()).toBe(0)
  })

  it.each([
    [undefined],
    [''],
    ['pending'],
    ['bb@'],
    ['bb@soon'],
    ['true'],
    ['bb@1000001'],
    ['bb@9999999999999'],
  ])('is ignored when absent, invalid or in the future: %j (D8)', (stored) => {
    expect(setup(stored).mine.msLeft()).toBe(0)
  })
})
