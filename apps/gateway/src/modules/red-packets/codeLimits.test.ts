import { beforeEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { createCodeLimits } from './codeLimits.ts'

const HOUR_MS = 3_600_000

let now = 0
let solved: string[] = []
let limits: ReturnType<typeof createCodeLimits>
beforeEach(() => {
  now = 1_000
  solved = []
  limits = createCodeLimits({
    store: createMemoryTtlStore({ clock: { monotonic: () => now } }),
    captcha: {
      async spend(bizId: string | undefined, scenes: readonly string[]) {
        expect(scenes).toEqual(['redPacket'])
        if (bizId === undefined || !bizId.startsWith('solved')) return false
        solved.push(bizId)
        return true
      },
    } as never,
  })
})

const take = (bizId?: string, userId = 'u'): Promise<unknown> =>
  limits.take(userId, bizId).then(
    () => 'free',
    (error: unknown) =>
      error instanceof GatewayError ? { code: error.code, data: error.data } : error,
  )
async function takeMany(count: number, bizId?: string): Promise<void> {
  for (let at = 0; at < count; at++) expect(await take(bizId)).toBe('free')
}
const CAPTCHA = { code: '40103', data: null }

describe('tries of codes (products 4)', () => {
  it('are five without a captcha', async () => {
    await takeMany(5)
    expect(await take()).toEqual(CAPTCHA)
    expect(await take('wrong')).toEqual(CAPTCHA)
    expect(await take('solved')).toBe('free')
  })

  it('use up a captcha only where one is asked for', async () => {
    await takeMany(5, 'solved-early')
    expect(solved).toEqual([])
    await take('solved-late')
    expect(solved).toEqual(['solved-late'])
  })

  it('are twenty in an hour, whatever was solved', async () => {
    await takeMany(5)
    await takeMany(15, 'solved')
    now += 1_000
    expect(await take('solved')).toEqual({ code: '42901', data: { retryAfter: 3_599 } })
    expect(solved).toHaveLength(15)
  })

  it('count also while they are refused', async () => {
    await takeMany(5)
    for (let at = 0; at < 15; at++) expect(await take()).toEqual(CAPTCHA)
    expect(await take('solved')).toMatchObject({ code: '42901' })
  })

  it('begin anew after the hour of the first one', async () => {
    await takeMany(5)
    now += HOUR_MS - 1
    expect(await take()).toEqual(CAPTCHA)
    now += 1
    await takeMany(5)
  })

  it('are counted for each user', async () => {
    await takeMany(5)
    expect(await take(undefined, 'v')).toBe('free')
  })

  it('go free five times where many come at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => take()))
    expect(all.filter((each) => each === 'free')).toHaveLength(5)
  })
})

describe('codes that were right (products 4)', () => {
  it('count as no try', async () => {
    for (let at = 0; at < 40; at++) {
      expect(await take()).toBe('free')
      await limits.giveBack('u')
    }
    await takeMany(5)
    expect(await take()).toEqual(CAPTCHA)
  })

  it('give back one try each, of the user alone', async () => {
    await takeMany(4)
    expect(await take()).toBe('free')
    await limits.giveBack('u')
    await limits.giveBack('v')
    expect(await take()).toBe('free')
    expect(await take()).toEqual(CAPTCHA)
  })

  it('leave no free tries for the next hour', async () => {
    expect(await take()).toBe('free')
    now += HOUR_MS - 10
    // Right codes just before the hour of the first try is over.
    for (let at = 0; at < 30; at++) {
      expect(await take()).toBe('free')
      await limits.giveBack('u')
    }
    now += 10
    await takeMany(5)
    expect(await take()).toEqual(CAPTCHA)
  })

  it('leave no free try where their hour ended meanwhile', async () => {
    expect(await take()).toBe('free')
    now += HOUR_MS
    await limits.giveBack('u')
    await takeMany(5)
    expect(await take()).toEqual(CAPTCHA)
  })
})
