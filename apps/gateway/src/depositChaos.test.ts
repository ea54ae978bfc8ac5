import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HDKey } from '@scure/bip32'
import type { DepositAddress } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSeed, type SealedSeed } from '../../signer/src/sealSeed.ts'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { openBlockLog } from './modules/wallet/devchain/blockLog.ts'
import { findAnvil } from './modules/wallet/devchain/startAnvil.ts'
import type { Database } from './platform/db/Database.ts'
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

async function balances(): Promise<Readonly<Record<'ETH' | 'USDT', bigint>>> {
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

/** Coins of the exchange on the chain, by plain JSON-RPC. */
async function coinsOf(
  node: string,
  { addresses, contract }: { readonly addresses: readonly string[]; readonly contract: string },
): Promise<Readonly<Record<'ETH' | 'USDT', bigint>>> {
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

interface LastLook {
  readonly coins: Readonly<Record<'ETH' | 'USDT', bigint>>
  /** What the payee has. */
  readonly received: bigint
  /** What each transaction took, by its hash. */
  readonly gas: ReadonlyMap<string, bigint>
}

/** Every payment on the chain: where coins to the payee came from, and what each took. */
async function look(node: string, address: string): Promise<LastLook & { readonly head: number }> {
  const gas = new Map<string, bigint>()
  let [hot, contract] = ['', '']
  const head = Number(await rpc<string>(node, 'eth_blockNumber', []))
  for (let height = 1; height <= head; height++)
    for (const receipt of await rpc<
      readonly {
        transactionHash: string
        gasUsed: string
        effectiveGasPrice: string
        from: string
        to: string
        logs: { topics: string[] }[]
      }[]
    >(node, 'eth_getBlockReceipts', [`0x${height.toString(16)}`])) {
      gas.set(receipt.transactionHash, BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))
      const isPayment = receipt.logs.some(({ topics }) =>
        topics[2]?.endsWith(TO.slice(2).toLowerCase()),
      )
      if (isPayment) [hot, contract] = [receipt.from, receipt.to]
    }
  const coins = await coinsOf(node, { addresses: [address, hot], contract })
  return { head, gas, coins, received: await tokensOf(node, { address: TO, contract }) }
}

/** What was looked at is the last block that there is. */
async function stopAtRest(address: string): Promise<LastLook> {
  for (;;) {
    const { url: node } = await chaos.chain()
    const { head, ...last } = await look(node, address)
    await chaos.stop()
    const file = path.join(chaos.dataDir, 'devchain', `${NETWORK}.jsonl`)
    const log = await openBlockLog(file, { chainId: 31_337, now: Date.now })
    await log.close()
    if (log.blocks.length === head) return last
    await chaos.start()
  }
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
      const { dev, until } = chaos
      await chaos.start()
      const before = await balances()
      const query = `asset=ETH&network=${NETWORK}`
      const { data } = await chaos.client().get(`/v1/asset/deposit/address?${query}`)
      const { address } = data as unknown as DepositAddress
      const choose = (below: number) => Math.floor(Math.random() * below)

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
        expect(await chaos.faults(), `round ${round}`).toEqual([])
      }

      // Whatever is to be credited, taken back, paid or swept, is so after this.
      await chaos.withdraw(`25.${String(++asked).padStart(6, '0')}`)
      await until(async () => {
        await dev('mine', { blocks: 10 })
        return (await withdrawals()).every(({ state }) => ENDED.includes(state))
      })
      await dev('mine', { blocks: 60 })
      const isRead = async () => {
        const { url: node, height } = await chaos.chain()
        return height === Number(await rpc<string>(node, 'eth_blockNumber', []))
      }
      await until(isRead)
      const { url: node } = await chaos.chain()
      const completed = (await withdrawals()).filter(({ state }) => state === 'completed')
      const sumOf = (of: 'amount' | 'receive') =>
        completed.reduce((sum, each) => sum + unitsOf(each[of]), 0n)
      const [after, paid] = [await balances(), await scan(node, address)]
      expect({
        ETH: after.ETH - before.ETH,
        USDT: after.USDT - before.USDT + 100n * sumOf('amount'),
      }).toEqual(paid)
      expect(paid.ETH + paid.USDT).toBeGreaterThan(0n)
      expect(completed.length).toBeGreaterThan(0)
      expect(await chaos.suspended()).toBeNull()

      await expectNoKeys()
      const last = await stopAtRest(address)
      expect(last.received).toBe(sumOf('receive'))
      const db = await chaos.openDatabase()
      expect(await checkLedger(db)).toEqual([])
      const mirror = await mirrorOf(db)
      const gas = await unbookedGas(db, last.gas)
      expect({ ...mirror, ETH: mirror.ETH - gas }).toEqual(last.coins)
      await db.close()
    },
    900_000 + rounds * 60_000,
  )
})
