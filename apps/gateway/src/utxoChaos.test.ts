import path from 'node:path'
import { bech32 } from '@scure/base'
import type { DepositAddress } from '@x/api'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { createUtxoDevChain } from './modules/wallet/devchain/createUtxoDevChain.ts'
import { LITECOIN_NETWORK } from './modules/wallet/ports/networks.ts'
import { silentLog } from './platform/log/Log.ts'
import { findLitecoindOrSay } from './testing/findLitecoindOrSay.ts'
import { listWithdrawals } from './testing/listWithdrawals.ts'
import { openWalletChaos, unbookedGas, type WalletChaos } from './testing/openWalletChaos.ts'

/** By `npm run nightly`: a round takes a start of the gateway. */
const rounds = Number(process.env['UTXO_CHAOS_ROUNDS'] ?? 0)
/** Deeper than this an unlocked deposit could vanish, which a person decides about. */
const DEEPEST = 4
/** Somebody else's, who is paid by withdrawals alone. */
const TO = bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(20).fill(8))])

const isWanted = rounds > 0 && findLitecoindOrSay() !== undefined

let chaos: WalletChaos
beforeAll(async () => {
  if (isWanted)
    chaos = await openWalletChaos({
      network: 'ltc',
      asset: 'LTC',
      payee: TO,
      node: 'litecoind',
      chains: 'ltc',
    })
})
afterAll(() => chaos?.close())

const withdrawals = () => listWithdrawals(chaos.client())

const ENDED: readonly string[] = ['completed', 'cancelled', 'rejected', 'failed']

function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

async function balance(): Promise<bigint> {
  const { data } = await chaos.client().get('/v1/spot/account/assets')
  const assets = data as unknown as { asset: string; available: string }[]
  return unitsOf(assets.find(({ asset }) => asset === 'LTC')?.available ?? '0')
}

/** Plain JSON-RPC, none of the gateway's code; amounts are read from the text, digit for digit. */
async function rpc<T>(node: string, method: string, params: readonly unknown[]): Promise<T> {
  const url = new URL(node)
  const user = Buffer.from(`${url.username}:${url.password}`).toString('base64')
  const answer = await fetch(url.origin, {
    method: 'POST',
    headers: { authorization: `Basic ${user}` },
    body: JSON.stringify({ id: 1, method, params }),
  })
  const text = (await answer.text()).replaceAll(/"value":(\d+\.\d+)/g, '"value":"$1"')
  return (JSON.parse(text) as { result: T }).result
}

interface Scanned {
  /** What the deposit address was paid, and the payee. */
  readonly paidIn: bigint
  readonly received: bigint
  /** What our addresses have: those that paid the payee, and got what was left over. */
  readonly coins: bigint
  /** What each transaction took, by its hash. */
  readonly gas: ReadonlyMap<string, bigint>
}

/** Every block of the main chain, output by output. */
async function scan(node: string, address: string): Promise<Scanned> {
  const unspent = new Map<string, { readonly to: string; readonly units: bigint }>()
  const own = new Set([address])
  const gas = new Map<string, bigint>()
  let [paidIn, received] = [0n, 0n]
  const head = await rpc<number>(node, 'getblockcount', [])
  for (let height = 1; height <= head; height++) {
    const { tx } = await rpc<{
      tx: {
        txid: string
        vin: { txid?: string; vout?: number }[]
        vout: { n: number; value: string; scriptPubKey: { addresses?: string[] } }[]
      }[]
    }>(node, 'getblock', [await rpc<string>(node, 'getblockhash', [height]), 2])
    for (const { txid, vin, vout } of tx) {
      let left = 0n
      for (const input of vin) {
        const place = `${input.txid}:${input.vout}`
        left += unspent.get(place)?.units ?? 0n
        unspent.delete(place)
      }
      const receivers = vout.map(({ scriptPubKey }) => scriptPubKey.addresses?.[0] ?? '')
      // What is left over of a payment to the payee is ours.
      if (receivers.includes(TO)) for (const to of receivers) if (to !== TO) own.add(to)
      for (const [at, { n, value }] of vout.entries()) {
        const [to = '', units] = [receivers[at], unitsOf(value)]
        unspent.set(`${txid}:${n}`, { to, units })
        left -= units
        if (to === address) paidIn += units
        if (to === TO) received += units
      }
      gas.set(txid, left)
    }
  }
  const left = [...unspent.values()].filter(({ to }) => own.has(to))
  const coins = left.reduce((sum, { units }) => sum + units, 0n)
  return { paidIn, received, coins, gas }
}

/** The chain as the gateway left it: no block is added while it is read. */
async function scanAtRest(address: string): Promise<Scanned> {
  const chain = await createUtxoDevChain({
    binary: findLitecoindOrSay() ?? '',
    network: LITECOIN_NETWORK,
    dir: path.join(chaos.dataDir, 'devchain'),
    clock: createManualClock(Date.now()),
    log: silentLog,
    mines: false,
  })
  const scanned = await scan(chain.url(), address)
  await chain.stop()
  return scanned
}

describe.skipIf(!isWanted)('coins of Litecoin under kills', () => {
  it(
    'are all there, and none is counted twice (W1, W2)',
    async () => {
      const { dev, until, choose } = chaos
      await chaos.start()
      const before = await balance()
      const { data } = await chaos.client().get('/v1/asset/deposit/address?asset=LTC&network=ltc')
      const { address } = data as unknown as DepositAddress
      const digits = () => String(choose(100_000_000)).padStart(8, '0')

      let asked = 0
      for (let round = 0; round < rounds; round++) {
        for (let step = 0; step < 3; step++) {
          await dev('faucet', { asset: 'LTC', address, amount: `${1 + choose(2)}.${digits()}` })
          if (round > 0 && choose(2) === 0)
            await chaos.withdraw(`0.${1 + choose(8)}${String(++asked).padStart(6, '0')}`)
          await dev('mine', { blocks: 1 + choose(3) })
          if (choose(3) === 0)
            await dev('reorg', { depth: 1 + choose(DEEPEST), keep: choose(3) > 0 })
        }
        const later = new Promise((resolve) => setTimeout(resolve, choose(400)))
        const [comeBack] = await Promise.all([
          later.then(() => chaos.killInRound(round)),
          dev('mine', { blocks: 3 }),
          dev('reorg', { depth: 2, keep: true }),
        ])
        if (round === 0) await chaos.preparePayee()
        await comeBack()
        expect(await chaos.faults(), `round ${round}, CHAOS_SEED=${chaos.seed}`).toEqual([])
      }

      await chaos.withdraw(`0.9${String(++asked).padStart(6, '0')}`)
      await until('every withdrawal has ended', async () => {
        await dev('mine', { blocks: 3 })
        const all = await withdrawals()
        return all.length > 0 && all.every(({ state }) => ENDED.includes(state))
      })
      await dev('mine', { blocks: 14 })
      await until('every block is read', async () => {
        const { url: node, height } = await chaos.chain()
        return height === (await rpc<number>(node, 'getblockcount', []).catch(() => undefined))
      })
      const completed = (await withdrawals()).filter(({ state }) => state === 'completed')
      const sumOf = (of: 'amount' | 'receive') =>
        completed.reduce((sum, each) => sum + unitsOf(each[of]), 0n)
      const after = await balance()
      expect(completed.length).toBeGreaterThan(0)
      expect(await chaos.suspended()).toBeNull()

      await chaos.stop()
      const scanned = await scanAtRest(address)
      expect(after - before + sumOf('amount')).toBe(scanned.paidIn)
      expect(scanned.received).toBe(sumOf('receive'))
      const db = await chaos.openDatabase()
      expect(await checkLedger(db)).toEqual([])
      const [mirror] = await db.query<{ balance: string }>(
        "select (-balance)::text as balance from ledger_account where realm = 'live' " +
          "and owner = 'chain:ltc' and asset = 'LTC'",
      )
      const unbooked = await unbookedGas(db, scanned.gas)
      expect(BigInt(mirror?.balance ?? '0') - unbooked).toBe(scanned.coins)
      await db.close()
    },
    900_000 + rounds * 60_000,
  )
})
