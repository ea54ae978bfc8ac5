import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testServerIdentity } from '@x/gateway-sign/testing'
import type { CoinsConfig, DepositAddress } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { findAnvil } from './modules/wallet/devchain/startAnvil.ts'
import { openDatabase } from './platform/db/openDatabase.ts'
import { createHttpClient } from './testing/createHttpClient.ts'
import type { TestClient } from './testing/createTestClient.ts'
import { startGatewayProcess, type GatewayProcess } from './testing/startGatewayProcess.ts'

const rounds = Number(process.env['DEPOSIT_CHAOS_ROUNDS'] ?? 1)
const NETWORK = 'evm-a'
/** Deeper than this an unlocked deposit could vanish, which a person decides about. */
const DEEPEST = 8
const ETH = 10n ** 18n
const USDT = 10n ** 6n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

let dataDir = ''
let gateway: GatewayProcess
let url = ''
let client: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'deposit-chaos-'))
  await writeFile(path.join(dataDir, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
})
afterAll(async () => {
  gateway?.child.kill('SIGKILL')
  await gateway?.ended
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  gateway = startGatewayProcess({
    DATA_DIR: dataDir,
    NODE_ENV: 'development',
    MARKET_SCENARIO: 'calm',
  })
  const [, found = ''] = await gateway.said(/^URL: (\S+)/m)
  const [, name = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)/m)
  url = found
  client = createHttpClient(url)
  await client.login({ loginName: name, password })
  await until(async () => (await suspended()) === null)
}

async function kill(): Promise<void> {
  gateway.child.kill('SIGKILL')
  await gateway.ended
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`It did not come to that: ${gateway.output()}`)
}

async function suspended(): Promise<string | null | undefined> {
  const { data } = await client.get('/v1/mix/config/coins')
  const { networks } = data as unknown as CoinsConfig
  return networks.find(({ network }) => network === NETWORK)?.suspended
}

async function chainNow(): Promise<{ readonly url: string; readonly height: number }> {
  const { data } = await client.get('/v1/dev/chain')
  const chains = data as unknown as { network: string; url: string; height: number }[]
  const found = chains.find(({ network }) => network === NETWORK)
  if (!found) throw new Error('The development chain is not there.')
  return found
}

async function balances(): Promise<Readonly<Record<'ETH' | 'USDT', bigint>>> {
  const { data } = await client.get('/v1/spot/account/assets')
  const assets = data as unknown as { asset: string; available: string }[]
  const atoms = (asset: string, scale: number) => {
    const [whole = '0', fraction = ''] = (
      assets.find((each) => each.asset === asset)?.available ?? '0'
    ).split('.')
    return BigInt(whole + fraction.padEnd(scale, '0'))
  }
  return { ETH: atoms('ETH', 18), USDT: atoms('USDT', 8) }
}

/** The scan: plain JSON-RPC, none of the gateway's code. */
async function rpc<T>(node: string, method: string, params: readonly unknown[]): Promise<T> {
  const answer = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { result: T }).result
}

/** What every block of the main chain paid to an address, deposits below the minimum left out. */
async function scan(
  node: string,
  address: string,
): Promise<Readonly<Record<'ETH' | 'USDT', bigint>>> {
  const to = address.toLowerCase()
  const sums = { ETH: 0n, USDT: 0n }
  const head = Number(await rpc<string>(node, 'eth_blockNumber', []))
  for (let height = 1; height <= head; height++) {
    const block = await rpc<{
      transactions: { to: string | null; value: string; hash: string }[]
    }>(node, 'eth_getBlockByNumber', [`0x${height.toString(16)}`, true])
    for (const { to: receiver, value, hash } of block.transactions) {
      if (receiver === to && BigInt(value) >= ETH / 1000n) sums.ETH += BigInt(value)
      const { logs } = await rpc<{ logs: { topics: string[]; data: string }[] }>(
        node,
        'eth_getTransactionReceipt',
        [hash],
      )
      for (const { topics, data } of logs)
        if (topics[0] === TRANSFER && topics[2]?.endsWith(to.slice(2)) && BigInt(data) >= USDT)
          sums.USDT += BigInt(data) * 100n
    }
  }
  return sums
}

describe.skipIf(findAnvil() === undefined)('deposits under kills and re-organisations', () => {
  it(
    'loses no coin and counts none twice (W1, W2)',
    async () => {
      await start()
      const before = await balances()
      const { data } = await client.get(`/v1/asset/deposit/address?asset=ETH&network=${NETWORK}`)
      const { address } = data as unknown as DepositAddress
      const dev = (name: string, body: Readonly<Record<string, unknown>>) =>
        client.post(`/v1/dev/chain/${name}`, { network: NETWORK, ...body }).catch(() => undefined)
      const choose = (below: number) => Math.floor(Math.random() * below)

      for (let round = 0; round < rounds; round++) {
        for (let step = 0; step < 6; step++) {
          const amount = `${1 + choose(5)}.${String(choose(1_000_000)).padStart(6, '0')}`
          await dev('faucet', { asset: choose(2) ? 'ETH' : 'USDT', address, amount })
          await dev('mine', { blocks: 1 + choose(4) })
          if (choose(3) === 0)
            await dev('reorg', { depth: 1 + choose(DEEPEST), keep: choose(3) > 0 })
        }
        const killing = new Promise((resolve) => setTimeout(resolve, choose(400))).then(kill)
        await Promise.all([
          killing,
          dev('mine', { blocks: 8 }),
          dev('reorg', { depth: 3, keep: true }),
        ])
        await start()
      }

      // Whatever is to be credited, or taken back, is so after this.
      await dev('mine', { blocks: 60 })
      const { url: node } = await chainNow()
      const isRead = async () =>
        (await chainNow()).height === Number(await rpc<string>(node, 'eth_blockNumber', []))
      await until(isRead)
      const [after, paid] = [await balances(), await scan(node, address)]
      expect({ ETH: after.ETH - before.ETH, USDT: after.USDT - before.USDT }).toEqual(paid)
      expect(paid.ETH + paid.USDT).toBeGreaterThan(0n)
      expect(await suspended()).toBeNull()

      gateway.child.kill('SIGTERM')
      await Promise.race([gateway.ended, once(gateway.child, 'exit')])
      const db = await openDatabase({ dataDir, databaseUrl: undefined })
      expect(await checkLedger(db)).toEqual([])
      await db.close()
    },
    120_000 + rounds * 30_000,
  )
})
