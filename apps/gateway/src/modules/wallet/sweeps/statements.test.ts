import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ReservesReport } from '@x/api'
import { statementText } from '@x/reserves'
import { createPublicClient, hexToString, http, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createExchange, type Exchange } from '../../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import type { Payment } from '../../../exchange/state/withdrawals.ts'
import type { Database } from '../../../platform/db/Database.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { nodeClock } from '../../../platform/nodePorts.ts'
import { openTestDatabase } from '../../../testing/openTestDatabase.ts'
import { latestReport, snapshotsBefore, writeSnapshot } from '../../reserves/queries.ts'
import { createDevChain, type DevChain } from '../devchain/createDevChain.ts'
import { findAnvil } from '../devchain/startAnvil.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../ports/networks.ts'
import type { Signer } from '../ports/Signer.ts'
import { openDevelopmentSigner, type SignerProcess } from '../signer/openDevelopmentSigner.ts'
import { createSweeper, type Sweeper } from './createSweeper.ts'

const [network] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const ETH = 10n ** 18n
const binary = findAnvil()

/** Chain, signer and database are real; blocks come when asked. */
describe.skipIf(binary === undefined)('statements on the chain (wallet 7)', () => {
  let dir = ''
  let chain: DevChain
  let signer: SignerProcess
  let db: Database
  let exchange: Exchange
  let hot = ''
  let time = Date.UTC(2026, 10, 22)
  let height = 0
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'statements-'))
    const clock = nodeClock()
    const networks = DEVELOPMENT_NETWORKS
    signer = await openDevelopmentSigner({ dataDir: dir, networks, clock, operators: [] })
    chain = await createDevChain({
      binary: binary ?? '',
      network,
      dir,
      clock,
      log: silentLog,
      mines: false,
    })
    hot = await signer.hotAddress()
    db = await openTestDatabase()
    exchange = createExchange(SPOT_SYMBOLS)
    exchange.execute({
      kind: 'treasury',
      at: 1,
      network: network.id,
      asset: 'ETH',
      atoms: String(5n * ETH),
      direction: 'in',
      key: 'first',
      height: 1,
    })
  }, 600_000)
  afterAll(async () => {
    await chain.stop()
    signer.close()
    await db.close()
    await rm(dir, { recursive: true, force: true })
  })
  beforeEach(() => {
    time += 86_400_000
  })

  const newSweeper = async (by: Signer = signer): Promise<Sweeper> => {
    const sweeper = createSweeper({
      networks: [{ network, chain: () => chain, pause: () => undefined, height: () => height }],
      signer: by,
      db,
      core: {
        state: exchange.state,
        execute: (command: Parameters<Exchange['execute']>[0]) => exchange.execute(command),
        durable: async () => undefined,
        settled: async () => undefined,
        paused: () => undefined,
      } as never,
      clock: { now: () => time, monotonic: () => time, after: () => ({ cancel() {} }) },
      log: silentLog,
      valueOf: () => undefined,
    })
    await sweeper.load()
    return sweeper
  }
  /** Each as a round of a gateway ten seconds later. */
  async function rounds(count: number, sweepers: readonly Sweeper[]): Promise<void> {
    for (let round = 0; round < count; round++) {
      time += 10_000
      await Promise.all(sweepers.map((each) => each.step()))
    }
  }
  async function mine(blocks: number): Promise<void> {
    await chain.mine(blocks)
    height = (await chain.head()).height
  }
  async function takeSnapshot(): Promise<string> {
    const snapshotId = `${new Date(time).toISOString().slice(0, 19)}Z`
    const statement = {
      snapshotId,
      assets: ['BTC', 'USDT'],
      scales: [8, 8],
      root: 'ab'.repeat(32),
      sums: ['100000005', '250000000100'],
      leaves: 3,
      journal: 42,
      heights: [{ network: network.id, height: 812, hash: `0x${'cd'.repeat(32)}` }],
      previousRoot: null,
    }
    const report = { statement, at: time, signature: '', publicKey: '', assets: [], addresses: [] }
    await writeSnapshot(db, { report: report satisfies ReservesReport, proofs: [] })
    return snapshotId
  }
  const rowOf = async (snapshotId: string) => {
    const rows = await db.query<{ payments: readonly Payment[]; final_hash: string | null }>(
      'select payments, final_hash from chain_sweep where snapshot_id = $1',
      [snapshotId],
    )
    expect(rows.length).toBeLessThan(2)
    return rows[0]
  }
  const node = () => createPublicClient({ transport: http(chain.url()) })
  /** What the hot address should have: its coins are the treasury's. */
  const booked = () =>
    exchange.state.accounts.ownedBy('live', 'treasury').find(({ asset }) => asset === 'ETH')
      ?.balance

  it('wait until the hot address can pay them', async () => {
    const id = await takeSnapshot()
    const gateway = await newSweeper()
    await rounds(2, [gateway])
    expect(await rowOf(id)).toBeUndefined()
    await chain.faucet({ to: hot, asset: 'ETH', units: 5n * ETH })
    await mine(1)
    await rounds(3, [gateway])
    expect((await rowOf(id))?.payments).toHaveLength(1)
    // One payment at a time: the next snapshot waits for this block.
    const later = await takeSnapshot()
    await rounds(2, [gateway])
    expect(await rowOf(later)).toBeUndefined()
    await mine(12)
    await rounds(4, [gateway])
    await mine(12)
    await rounds(2, [gateway])
    expect(await chain.nonce(hot)).toBe(2)
    expect((await rowOf(later))?.final_hash).toMatch(/^0x/)
  })

  it('are sent once by two gateways, as the API says', async () => {
    const id = await takeSnapshot()
    const mined = await chain.nonce(hot)
    const both = [await newSweeper(), await newSweeper()]
    await rounds(4, both)
    expect((await latestReport(db))?.transaction).toBeUndefined()
    await mine(12)
    await rounds(3, both)
    expect(await chain.nonce(hot)).toBe(mined + 1)
    const report = await latestReport(db)
    const [item] = await snapshotsBefore(db, { cursor: undefined, limit: 1 })
    expect(report?.statement.snapshotId).toBe(id)
    expect(item?.transaction).toEqual(report?.transaction)
    const hash = report?.transaction?.txHash as Hex
    const { input, from, to, value } = await node().getTransaction({ hash })
    expect(hexToString(input)).toBe(statementText(report!.statement))
    expect([from, to, value]).toEqual([hot.toLowerCase(), hot.toLowerCase(), 0n])
  })

  it('cost the treasury what the chain took, once', async () => {
    expect(booked()).toBeLessThan(5n * ETH)
    expect(await chain.balance(hot)).toBe(booked())
    await rounds(3, [await newSweeper()])
    expect(await chain.balance(hot)).toBe(booked())
  })

  it('are not sent again by a gateway that starts before the block', async () => {
    const id = await takeSnapshot()
    const mined = await chain.nonce(hot)
    await rounds(4, [await newSweeper()])
    const sent = (await rowOf(id))?.payments
    expect(sent).toHaveLength(1)
    await rounds(3, [await newSweeper()])
    expect((await rowOf(id))?.payments).toEqual(sent)
    await mine(12)
    await rounds(3, [await newSweeper()])
    expect((await rowOf(id))?.final_hash).toBe(sent?.[0]?.txHash)
    expect(await chain.nonce(hot)).toBe(mined + 1)
  })

  it('are not sent again after a crash behind the signature', async () => {
    const id = await takeSnapshot()
    const mined = await chain.nonce(hot)
    await rounds(4, [await newSweeper()])
    const sent = (await rowOf(id))?.payments
    await db.query("update chain_sweep set payments = '[]' where snapshot_id = $1", [id])
    await rounds(3, [await newSweeper()])
    expect((await rowOf(id))?.payments).toEqual(sent)
    await mine(12)
    await rounds(3, [await newSweeper()])
    expect(await chain.nonce(hot)).toBe(mined + 1)
  })

  it('are replaced by one of a higher fee while they stay unmined', async () => {
    const id = await takeSnapshot()
    const mined = await chain.nonce(hot)
    const gateway = await newSweeper()
    await rounds(3, [gateway])
    for (let block = 0; block <= 10; block++) {
      const price = `0x${(50n * 10n ** 9n).toString(16)}` as const
      const method = 'anvil_setNextBlockBaseFeePerGas'
      await node().request({ method, params: [price] } as never)
      await mine(1)
      await rounds(1, [gateway])
    }
    const payments = (await rowOf(id))?.payments ?? []
    expect(payments.map(({ bump }) => bump)).toEqual([0, 1])
    expect(payments[1]?.nonce).toBe(payments[0]?.nonce)
    await rounds(1, [gateway])
    await mine(12)
    await rounds(2, [gateway])
    expect((await rowOf(id))?.final_hash).toBe(payments[1]?.txHash)
    expect((await latestReport(db))?.transaction?.txHash).toBe(payments[1]?.txHash)
    expect(await chain.nonce(hot)).toBe(mined + 1)
    expect(await chain.balance(hot)).toBe(booked())
  })

  it('have no nonce while the signer refuses them', async () => {
    await takeSnapshot()
    const refusing: Signer = { ...signer, sign: async () => ({ refused: 'network' }) }
    const gateway = await newSweeper(refusing)
    await rounds(1, [gateway])
    expect(gateway.ofHotAddress(network.id)).toEqual([[]])
    await rounds(1, [gateway])
    expect(gateway.ofHotAddress(network.id)).toEqual([])
  })
})
