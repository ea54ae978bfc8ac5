import { createManualClock } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { silentLog } from '../../platform/log/Log.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import type { LiveKey } from '../api-keys/module.ts'
import { DEFAULT_ORDER_LIMITS } from '../trading/orderLimits.ts'
import { createDispatcher, type DialectRequest } from './createDispatcher.ts'
import type { DialectRoute } from './dialectRoute.ts'
import { createLimits } from './limits.ts'
import type { Params } from './params.ts'

const KEY = 'k'.repeat(64)
const route = { method: 'GET', summary: '', pool: 'spot', weight: 1 } as const

/** Two routes that answer with `a`, one of them for keys; `seen`: the parameters of each call. */
function open() {
  const clock = createManualClock(Date.UTC(2026, 0, 5))
  const store = createMemoryTtlStore({ clock })
  const seen: Params[] = []
  const handler: DialectRoute['handler'] = ({ params }) => {
    seen.push(params)
    return params.text('a') ?? null
  }
  const { answer } = createDispatcher({
    routes: [
      { ...route, path: '/api/v3/open', security: 'none', handler },
      { ...route, path: '/api/v3/own', security: 'key', handler },
    ],
    apiKeys: {
      find: async () => ({ apiKey: KEY, realm: 'live', allows: () => true }) as unknown as LiveKey,
      touch() {},
    },
    limits: createLimits({ clock, store, orderLimits: DEFAULT_ORDER_LIMITS }),
    clock,
    log: silentLog,
  })
  const ask = (name: string, query: string, more: Partial<DialectRequest> = {}) =>
    answer({
      method: 'GET',
      path: `/api/v3/${name}`,
      query,
      body: '',
      apiKey: KEY,
      address: '192.0.2.7',
      ...more,
    })
  return { ask, seen }
}

it('reads the parameters of a public call once', async () => {
  const { ask, seen } = open()
  const answers = [await ask('open', 'a=1'), await ask('open', 'a=2'), await ask('open', 'a=1')]
  expect(answers.map(({ body }) => body)).toEqual(['1', '2', '1'])
  expect([seen[2] === seen[0], seen[1] === seen[0]]).toEqual([true, false])
})

it('takes weight for each call that it has read before', async () => {
  const { ask } = open()
  const used = []
  for (let each = 0; each < 3; each++)
    used.push((await ask('open', 'a=1')).headers['x-mbx-used-weight'])
  expect(used).toEqual(['1', '2', '3'])
})

it.each([
  ['of a key', 'own', 'a=1', {}],
  ['with a body', 'open', 'a=1', { body: 'b=2' }],
  ['that is long', 'open', `a=${'1'.repeat(200)}`, {}],
])('reads a call %s anew', async (_which, name, query, more) => {
  const { ask, seen } = open()
  await ask(name, query, more)
  await ask(name, query, more)
  expect([seen.length, seen[0] === seen[1]]).toEqual([2, false])
})

it('refuses what it cannot read however often it comes', async () => {
  const { ask } = open()
  for (const [name, query, code] of [
    ['open', 'a=1&a=2', -1101],
    ['open', 'a=1&a=2', -1101],
    ['none', 'a=1', -1020],
    ['none', 'a=1', -1020],
  ] as const)
    expect((await ask(name, query)).body).toMatchObject({ code })
})

it('answers rightly after more calls than it remembers', async () => {
  const { ask, seen } = open()
  for (let each = 0; each < 1_001; each++)
    expect((await ask('open', `a=${each}`)).body).toBe(String(each))
  expect((await ask('open', 'a=0')).body).toBe('0')
  expect(seen.at(-1) === seen[0]).toBe(false)
})
