import { describe, expect, it } from 'vitest'
import type { SpotFill } from '../spot/model.ts'
import { newFills, type Visit } from './newFills.ts'

const fills = (...ids: readonly string[]) => ids.map((fillId) => ({ fillId }) as SpotFill)
const idsOf = (found: readonly SpotFill[] | undefined) => found?.map(({ fillId }) => fillId)

describe('the fills that are new to a visit', () => {
  it('are none of the first snapshot, which pages fetch themselves', () => {
    const visit: Visit = {}
    expect(newFills({ type: 'snapshot', data: fills('9', '8') }, visit)).toBeUndefined()
    expect(visit).toEqual({ newestFill: 9 })
  })

  it('are all of a change, in its order', () => {
    const visit: Visit = { newestFill: 9 }
    expect(idsOf(newFills({ type: 'delta', data: fills('10', '11') }, visit))).toEqual(['10', '11'])
    expect(visit.newestFill).toBe(11)
  })

  it('are what traded during a gap, the oldest first', () => {
    const visit: Visit = { newestFill: 9 }
    const found = newFills({ type: 'snapshot', data: fills('12', '11', '10', '9', '8') }, visit)
    expect([idsOf(found), visit.newestFill]).toEqual([['10', '11', '12'], 12])
  })

  it('are none, but known to be none, after a gap without trades', () => {
    const visit: Visit = { newestFill: 9 }
    expect(newFills({ type: 'snapshot', data: fills('9', '8') }, visit)).toEqual([])
  })

  it('are all of a gap where there were none before', () => {
    const visit: Visit = {}
    expect(newFills({ type: 'snapshot', data: [] }, visit)).toBeUndefined()
    expect(visit.newestFill).toBe(0)
    expect(idsOf(newFills({ type: 'snapshot', data: fills('2', '1') }, visit))).toEqual(['1', '2'])
  })

  it('are compared as numbers', () => {
    const visit: Visit = { newestFill: 9 }
    expect(idsOf(newFills({ type: 'snapshot', data: fills('10', '9') }, visit))).toEqual(['10'])
  })

  it('are shown once, whatever order a gap and changes have', () => {
    const visit: Visit = {}
    const shown: string[] = []
    const take = (type: 'snapshot' | 'delta', ...ids: readonly string[]) =>
      shown.push(...(idsOf(newFills({ type, data: fills(...ids) }, visit)) ?? []))
    take('snapshot', '3', '2')
    take('delta', '4')
    take('snapshot', '6', '5', '4')
    take('snapshot', '6', '5', '4')
    take('delta', '7')
    expect(shown).toEqual(['4', '5', '6', '7'])
  })
})
