import { listEndpoints, marketTopics } from '@x/api'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContractCheck } from './platform/http/contractCheck.ts'
import { createTestGateway, type TestGateway } from './testing/createTestGateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
  // Contracts have a mark from the second second on.
  await gateway.clock.advance(2_000)
})
afterAll(() => gateway.stop())

const endpoints = listEndpoints().map(({ endpoint }) => endpoint)

describe('the gateway and the contract', () => {
  it('serves every endpoint of the contract', () => {
    const missing = endpoints.filter(
      ({ method, path }) => !gateway.app.hasRoute({ method, url: path }),
    )
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  it('serves nothing under /v1 that the contract does not have', () => {
    const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
    const served = servedRoutes(gateway.app.printRoutes({ commonPrefix: false }))
    expect(served.length).toBeGreaterThan(100)
    expect(served.filter((name) => name.includes('/v1/') && !known.has(name))).toEqual([])
  })

  it('publishes a sign rule for every signed endpoint, and for no other (wire 3)', async () => {
    const { data } = (await gateway.app.inject('/v1/mix/config/gatewaySignConfig')).json<{
      data: {
        gatewaySignConfig: {
          exactUrls: Record<string, string>
          prefixUrls: Record<string, string>
        }
      }
    }>()
    const { exactUrls, prefixUrls } = data.gatewaySignConfig
    const ruleOf = (path: string) =>
      exactUrls[path] ??
      Object.entries(prefixUrls).find(([prefix]) => path.startsWith(prefix))?.[1] ??
      'none'
    const different = endpoints.filter(({ path, signing }) => ruleOf(path) !== signing)
    expect(different.map(({ path }) => path)).toEqual([])
  })
})

describe('the market socket and the contract (wire 10)', () => {
  it('sends a snapshot of every topic as the contract describes it', async () => {
    const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    const client = new WebSocket(`${address.replace('http', 'ws')}/v1/market/stream`)
    await once(client, 'open')
    const check = createContractCheck()
    const faults: (string | undefined)[] = []
    for (const topic of Object.values(marketTopics)) {
      const name = topic.name.replace('{interval}', '1m')
      // What has no mark is no contract.
      const products = /mark|index|liquidation/.test(name) ? ['usdt'] : [undefined, 'usdt']
      for (const product of products) {
        const args = [{ topic: name, symbol: 'BTCUSDT', product }]
        client.send(JSON.stringify({ op: 'subscribe', args }))
        const message = await messageOf(client, name, product)
        faults.push(check.messageFault(topic, message))
      }
    }
    client.terminate()
    expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    expect(faults).toHaveLength(5 * 2 + Object.keys(marketTopics).length - 5)
  })
})

/** The next message of a topic. */
async function messageOf(client: WebSocket, topic: string, product?: string): Promise<unknown> {
  for (;;) {
    const [data] = (await once(client, 'message')) as [Buffer]
    const message = JSON.parse(data.toString()) as Record<string, unknown>
    const isWanted = message['topic'] === topic && message['product'] === product
    if (isWanted && message['op'] === undefined) return message
  }
}

/** The routes in the tree that Fastify prints: each line continues the path of its parent. */
function servedRoutes(tree: string): string[] {
  const parents: string[] = []
  return [...tree.matchAll(/^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/gm)].flatMap(
    ([, indent = '', part = '', methods = '']) => {
      const depth = indent.length / 4
      parents[depth] = part
      const path = parents.slice(0, depth + 1).join('')
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${path}`]))
    },
  )
}
