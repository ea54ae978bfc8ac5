import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../ttl-store/createMemoryTtlStore.ts'
import { createReplayQuota } from './createReplayQuota.ts'

const HOME = { path: '/v1/user/login', address: '192.0.2.1' }
const setUp = (fill?: () => number) => {
  const clock = createManualClock()
  return { clock, budget: createReplayQuota({ store: createMemoryTtlStore({ clock }), fill }) }
}

describe('what of the encrypted bodies is remembered', () => {
  it('allows an address 60 failures at an endpoint without a client key', async () => {
    const { clock, budget } = setUp()
    for (let each = 0; each < 60; each++) await budget.failed(HOME)
    await expect(budget.spend(HOME)).rejects.toMatchObject({
      code: '42901',
      data: { retryAfter: 900 },
    })
    await budget.spend({ ...HOME, path: '/v1/user/agency/login' })
    await budget.spend({ ...HOME, address: '192.0.2.2' })
    await clock.advance(900_000)
    await budget.spend(HOME)
  })

  it('allows an address 240 failures over all endpoints', async () => {
    const { budget } = setUp()
    for (let each = 0; each < 240; each++) await budget.spend({ ...HOME, path: `/v1/user/${each}` })
    await expect(budget.spend(HOME)).rejects.toMatchObject({ code: '42901' })
    await budget.spend({ ...HOME, address: '192.0.2.2' })
  })

  it('remembers 240 bodies an address with client keys, then none', async () => {
    const { clock, budget } = setUp()
    for (let each = 0; each < 240; each++) expect(await budget.mayKeep(HOME)).toBe(true)
    expect(await budget.mayKeep(HOME)).toBe(false)
    expect(await budget.mayKeep({ ...HOME, address: '192.0.2.2' })).toBe(true)
    await budget.spend(HOME)
    await clock.advance(900_000)
    expect(await budget.mayKeep(HOME)).toBe(true)
  })

  it('reserves half the capacity for bodies without a client key', async () => {
    let fill = 0.49
    const { budget } = setUp(() => fill)
    expect(await budget.mayKeep(HOME)).toBe(true)
    fill = 0.5
    expect(await budget.mayKeep(HOME)).toBe(false)
    await budget.spend(HOME)
    fill = 1
    await expect(budget.spend(HOME)).rejects.toMatchObject({ code: '42901' })
    expect(await budget.mayKeep(HOME)).toBe(false)
  })
})
