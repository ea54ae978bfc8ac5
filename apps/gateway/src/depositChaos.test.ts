import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HDKey } from '@scure/bip32'
import type { DepositAddress } from '@x/api'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSeed, type SealedSeed } from '../../signer/src/sealSeed.ts'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { createDevChain } from './modules/wallet/devchain/createDevChain.ts'
import { findAnvil } from './modules/wallet/devchain/startAnvil.ts'
import { DEVELOPMENT_NETWORKS } from './modules/wallet/ports/networks.ts'
import type { Database } from './platform/db/Database.ts'
import { silentLog } from './platform/log/Log.ts'
import { listWithdrawals } from './testing/listWithdrawals.ts'
import { openWalletChaos, unbookedGas, type WalletChaos } from './testing/openWalletChaos.ts'
import { scanMemory } from './testing/scanMemory.ts'

const rounds = Number(process.env['DEPOSIT_CHAOS_ROUNDS'] ?? 1)
const NETWORK = 'evm-a'
/** Deeper than this an unlocked deposit could vanish, which a person decides about. */
const DEEPEST = 8
const ETH = 10n ** 18n
const USDT = 10n ** 6n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Somebody else's, who is paid by withdrawals alone. */
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let chaos: WalletChaos
beforeAll(async () => {
  chaos = await openWalletChaos({
    network: NETWORK,
    asset: 'USDT',
    payee: TO,
    node: '--chain-id 31337',
    chains: NETWORK,
  })
})
afterAll(() => chaos.close())

const withdrawals = () => listWithdrawals(chaos.client())

const ENDED: readonly string[] = ['completed', 'cancelled', 'rejected', 'failed']

const unitsOf = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

async function balances(): Promise<Coins> {
  const { data } = await chaos.client().get('/v1/spot/account/assets')
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

/** Coins of the exchange on the chain, by plain JSON-RPC. */
async function coinsOf(
  node: string,
  { addresses, contract }: { readonly addresses: readonly string[]; readonly contract: string },
): Promise<Coins> {
  const sums = { ETH: 0n, USDT: 0n }
  for (const address of addresses) {
    sums.ETH += BigInt(await rpc<string>(node, 'eth_getBalance', [address, 'latest']))
    sums.USDT += 100n * (await tokensOf(node, { address, contract }))
  }
  return sums
}

const tokensOf = async (
  node: string,
  { address, contract }: { readonly address: string; readonly contract: string },
): Promise<bigint> => {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt(await rpc<string>(node, 'eth_call', [{ to: contract, data }, 'latest']))
}

type Coins = Readonly<Record<'ETH' | 'USDT', bigint>>

interface Scanned {
  /** What the deposit address was paid, deposits below the minimum left out. */
  readonly paid: Coins
  /** What the payee has. */
  readonly received: bigint
  /** What our addresses have: that of deposits, and the one that paid the payee. */
  readonly coins: Coins
  /** What each transaction took, by its hash. */
  readonly gas: ReadonlyMap<string, bigint>
}

interface Receipt {
  readonly transactionHash: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly from: string
  readonly to: string
  readonly logs: readonly { readonly topics: readonly string[]; readonly data: string }[]
}

/** Every block of the main chain, transaction by transaction. */
async function scan(node: string, address: string): Promise<Scanned> {
  const gas = new Map<string, bigint>()
  const paid = { ETH: 0n, USDT: 0n }
  let [hot, contract] = ['', '']
  const endsIn = (topic: string | undefined, end: string) =>
    topic?.endsWith(end.slice(2).toLowerCase()) === true
  const head = Number(await rpc<string>(node, 'eth_blockNumber', []))
  for (let height = 1; height <= head; height++) {
    const at = `0x${height.toString(16)}`
    const { transactions } = await rpc<{
      transactions: readonly { to: string | null; value: string }[]
    }>(node, 'eth_getBlockByNumber', [at, true])
    if (transactions.length === 0) continue
    for (const { to, value } of transactions)
      if (to === address.toLowerCase() && BigInt(value) >= ETH / 1000n) paid.ETH += BigInt(value)
    for (const receipt of await rpc<readonly Receipt[]>(node, 'eth_getBlockReceipts', [at])) {
      gas.set(receipt.transactionHash, BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))
      for (const { topics, data } of receipt.logs) {
        if (topics[0] !== TRANSFER) continue
        if (endsIn(topics[2], address) && BigInt(data) >= USDT) paid.USDT += BigInt(data) * 100n
        if (endsIn(topics[2], TO)) [hot, contract] = [receipt.from, receipt.to]
      }
    }
  }
  const coins = await coinsOf(node, { addresses: [address, hot], contract })
  return { paid, gas, coins, received: await tokensOf(node, { address: TO, contract }) }
}

/** The chain as the gateway left it: no block is added while it is read. */
async function scanAtRest(address: string): Promise<Scanned> {
  const [network] = DEVELOPMENT_NETWORKS
  if (!network) throw new Error('There is no development network.')
  const chain = await createDevChain({
    binary: findAnvil() ?? '',
    network,
    dir: path.join(chaos.dataDir, 'devchain'),
    clock: createManualClock(Date.now()),
    log: silentLog,
    mines: false,
  })
  const scanned = await scan(chain.url(), address)
  await chain.stop()
  return scanned
}

/** Every form of the keys that the signer has. */
async function keyForms(): Promise<Readonly<Record<string, Buffer>>> {
  const folder = path.join(chaos.dataDir, 'signer')
  const sealed = JSON.parse(await readFile(path.join(folder, 'seed.json'), 'utf8')) as SealedSeed
  const passphrase = (await readFile(path.join(folder, 'passphrase'), 'utf8')).trim()
  const seed = openSeed(sealed, passphrase)
  const root = HDKey.fromMasterSeed(seed)
  const secrets: Record<string, Buffer> = { seed }
  const evm = ["m/44'/60'/0'", "m/44'/60'/1'/0/0", "m/44'/60'/0'/0/0", "m/44'/60'/0'/0/1"]
  const litecoin = ["m/84'/2'/0'", "m/84'/2'/1'/0/0", "m/84'/2'/0'/0/0"]
  for (const place of [...evm, ...litecoin])
    secrets[place] = Buffer.from(root.derive(place).privateKey ?? [])
  return Object.fromEntries([
    ['passphrase', Buffer.from(passphrase)],
    ...Object.entries(secrets).flatMap(([name, bytes]) => [
      [name, bytes],
      [`${name} in hex`, Buffer.from(bytes.toString('hex'))],
    ]),
  ]) as Readonly<Record<string, Buffer>>
}

/** The keys are nowhere in the memory of the gateway, nor in what it printed (wallet 3). */
async function expectNoKeys(): Promise<void> {
  const forms = await keyForms()
  // A setting stays in memory as long as the process: that it is found shows that the search works.
  const wanted = { ...forms, DATA_DIR: Buffer.from(chaos.dataDir) }
  expect(await scanMemory(chaos.gateway().child.pid ?? 0, wanted)).toEqual(['DATA_DIR'])
  const printed = Buffer.from(chaos.gateway().output())
  expect(Object.entries(forms).filter(([, bytes]) => printed.includes(bytes))).toEqual([])
}

/** What the ledger says that is there, and every address of the exchange. */
async function mirrorOf(db: Database) {
  const rows = await db.query<{ asset: string; balance: string }>(
    "select asset, (-balance)::text as balance from ledger_account where realm = 'live' " +
      'and owner = $1',
    [`chain:${NETWORK}`],
  )
  const of = (asset: string) => BigInt(rows.find((row) => row.asset === asset)?.balance ?? '0')
  return { ETH: of('ETH'), USDT: of('USDT') }
}

describe.skipIf(findAnvil() === undefined)('the wallet under kills and re-organisations', () => {
  it(
    'loses no coin and counts none twice (W1, W2)',
    async () => {
      const { dev, until, choose } = chaos
      await chaos.start()
      const before = await balances()
      const query = `asset=ETH&network=${NETWORK}`
      const { data } = await chaos.client().get(`/v1/asset/deposit/address?${query}`)
      const { address } = data as unknown as DepositAddress

      let asked = 0
      for (let round = 0; round < rounds; round++) {
        for (let step = 0; step < 4; step++) {
          const amount = `${1 + choose(5)}.${String(choose(1_000_000)).padStart(6, '0')}`
          await dev('faucet', { asset: choose(2) ? 'ETH' : 'USDT', address, amount })
          if (round > 0 && choose(3) === 0)
            await chaos.withdraw(`${10 + choose(30)}.${String(++asked).padStart(6, '0')}`)
          await dev('mine', { blocks: 1 + choose(3) })
          if (choose(3) === 0)
            await dev('reorg', { depth: 1 + choose(DEEPEST), keep: choose(3) > 0 })
        }
        const later = new Promise((resolve) => setTimeout(resolve, choose(400)))
        const [comeBack] = await Promise.all([
          later.then(() => chaos.killInRound(round)),
          dev('mine', { blocks: 5 }),
          dev('reorg', { depth: 3, keep: true }),
        ])
        if (round === 0) await chaos.preparePayee()
        await comeBack()
        expect(await chaos.faults(), `round ${round}, CHAOS_SEED=${chaos.seed}`).toEqual([])
      }

      // Whatever is to be credited, taken back, paid or swept, is so after this.
      await chaos.withdraw(`25.${String(++asked).padStart(6, '0')}`)
      await until('every withdrawal has ended', async () => {
        await dev('mine', { blocks: 10 })
        return (await withdrawals()).every(({ state }) => ENDED.includes(state))
      })
      await dev('mine', { blocks: 60 })
      const isRead = async () => {
        const { url: node, height } = await chaos.chain()
        return height === Number(await rpc<string>(node, 'eth_blockNumber', []).catch(() => -1))
      }
      await until('every block is read', isRead)
      const completed = (await withdrawals()).filter(({ state }) => state === 'completed')
      const sumOf = (of: 'amount' | 'receive') =>
        completed.reduce((sum, each) => sum + unitsOf(each[of]), 0n)
      const after = await balances()
      expect(completed.length).toBeGreaterThan(0)
      expect(await chaos.suspended()).toBeNull()
      await expectNoKeys()

      await chaos.stop()
      const scanned = await scanAtRest(address)
      expect({
        ETH: after.ETH - before.ETH,
        USDT: after.USDT - before.USDT + 100n * sumOf('amount'),
      }).toEqual(scanned.paid)
      expect(scanned.paid.ETH + scanned.paid.USDT).toBeGreaterThan(0n)
      expect(scanned.received).toBe(sumOf('receive'))
      const db = await chaos.openDatabase()
      expect(await checkLedger(db)).toEqual([])
      const mirror = await mirrorOf(db)
      const gas = await unbookedGas(db, scanned.gas)
      expect({ ...mirror, ETH: mirror.ETH - gas }).toEqual(scanned.coins)
      await db.close()
    },
    900_000 + rounds * 60_000,
  )
})
