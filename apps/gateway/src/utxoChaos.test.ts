import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bech32 } from '@scure/base'
import { testServerIdentity } from '@x/gateway-sign/testing'
import type { CoinsConfig, DepositAddress, WithdrawalQuote } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from './exchange/ledger/invariants.ts'
import { openDatabase } from './platform/db/openDatabase.ts'
import { createHttpClient } from './testing/createHttpClient.ts'
import type { TestClient } from './testing/createTestClient.ts'
import { findLitecoindOrSay } from './testing/findLitecoindOrSay.ts'
import { listWithdrawals } from './testing/listWithdrawals.ts'
import { startGatewayProcess, type GatewayProcess } from './testing/startGatewayProcess.ts'

/** By `npm run nightly`: a round takes a start of the gateway. */
const rounds = Number(process.env['UTXO_CHAOS_ROUNDS'] ?? 0)
/** Deeper than this an unlocked deposit could vanish, which a person decides about. */
const DEEPEST = 4
const BOOK_ID = 'utxo-chaos'
/** Somebody else's, who is paid by withdrawals alone. */
const TO = bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(20).fill(8))])

let dataDir = ''
let demoName = ''
let gateway: GatewayProcess
let client: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'utxo-chaos-'))
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
    DEVELOPMENT_CHAINS: 'ltc',
  })
  const [, url = ''] = await gateway.said(/^URL: (\S+)/m)
  const [, name = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)/m)
  demoName = name
  client = createHttpClient(url)
  await client.login({ loginName: name, password })
  await until(async () => (await suspended()) === null)
}

async function kill(): Promise<void> {
  gateway.child.kill('SIGKILL')
  await gateway.ended
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 12_000; tries++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`It did not come to that: ${gateway.output()}`)
}

async function suspended(): Promise<string | null | undefined> {
  const { data } = await client.get('/v1/mix/config/coins')
  const { networks } = data as unknown as CoinsConfig
  return networks.find(({ network }) => network === 'ltc')?.suspended
}

const dev = (name: string, body: Readonly<Record<string, unknown>>) =>
  client.post(`/v1/dev/chain/${name}`, { network: 'ltc', ...body }).catch(() => undefined)

/** An address in the book that is a day old, and a flag: withdrawals without codes by e-mail. */
async function preparePayee(): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined })
  const [user] = await db.query<{ id: string }>('select id from users where email = $1', [demoName])
  await db.query(
    `insert into withdrawal_address
      (book_id, user_id, network, address, tag, label, created_at, usable_at)
      values ($1, $2, 'ltc', $3, '', 'chaos', 0, 0)`,
    [BOOK_ID, user?.id, TO],
  )
  await db.query('insert into withdrawal_setting (user_id, no_password_cap) values ($1, $2)', [
    user?.id,
    String(10_000n * 10n ** 8n),
  ])
  await db.close()
}

/** Asks for a withdrawal; whether it was taken is seen at the end. */
async function withdraw(amount: string): Promise<void> {
  const terms = { asset: 'LTC', network: 'ltc', amount }
  const quoted = await client.get(`/v1/spot/withdraw/quote?${String(new URLSearchParams(terms))}`)
  const { quoteId } = quoted.data as unknown as WithdrawalQuote
  const clientOid = `utxo-${amount.replace('.', '-')}`
  await client.post('/v1/spot/withdraw/apply', { ...terms, quoteId, bookId: BOOK_ID, clientOid })
}

const withdrawals = () => listWithdrawals(client)

const ENDED: readonly string[] = ['completed', 'cancelled', 'rejected', 'failed']

function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

async function balance(): Promise<bigint> {
  const { data } = await client.get('/v1/spot/account/assets')
  const assets = data as unknown as { asset: string; available: string }[]
  return unitsOf(assets.find(({ asset }) => asset === 'LTC')?.available ?? '0')
}

/** Plain JSON-RPC, none of the gateway's code; amounts are read from the text, digit for digit. */
async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
  const { data } = await client.get('/v1/dev/chain')
  const chains = data as unknown as { network: string; url: string }[]
  const url = new URL(chains.find(({ network }) => network === 'ltc')?.url ?? '')
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
  readonly head: number
  /** What the deposit address was paid, and the payee. */
  readonly paidIn: bigint
  readonly received: bigint
  /** What our addresses have: those that paid the payee, and got what was left over. */
  readonly coins: bigint
}

/** Every block of the main chain, output by output. */
async function scan(address: string): Promise<Scanned> {
  const unspent = new Map<string, { readonly to: string; readonly units: bigint }>()
  const own = new Set([address])
  let [paidIn, received] = [0n, 0n]
  const head = await rpc<number>('getblockcount', [])
  for (let height = 1; height <= head; height++) {
    const { tx } = await rpc<{
      tx: {
        txid: string
        vin: { txid?: string; vout?: number }[]
        vout: { n: number; value: string; scriptPubKey: { addresses?: string[] } }[]
      }[]
    }>('getblock', [await rpc<string>('getblockhash', [height]), 2])
    for (const { txid, vin, vout } of tx) {
      for (const input of vin) unspent.delete(`${input.txid}:${input.vout}`)
      const receivers = vout.map(({ scriptPubKey }) => scriptPubKey.addresses?.[0] ?? '')
      // What is left over of a payment to the payee is ours.
      if (receivers.includes(TO)) for (const to of receivers) if (to !== TO) own.add(to)
      for (const [at, { n, value }] of vout.entries()) {
        const [to = '', units] = [receivers[at], unitsOf(value)]
        unspent.set(`${txid}:${n}`, { to, units })
        if (to === address) paidIn += units
        if (to === TO) received += units
      }
    }
  }
  const left = [...unspent.values()].filter(({ to }) => own.has(to))
  return { head, paidIn, received, coins: left.reduce((sum, { units }) => sum + units, 0n) }
}

/** What was scanned is the last block that there is, and the ledger has it all. */
async function scanAtRest(address: string): Promise<Scanned> {
  for (;;) {
    const scanned = await scan(address)
    await until(async () => {
      const { data } = await client.get('/v1/dev/chain')
      const chains = data as unknown as { network: string; height: number }[]
      return chains.some(({ network, height }) => network === 'ltc' && height >= scanned.head)
    })
    if ((await rpc<number>('getblockcount', [])) === scanned.head) return scanned
  }
}

const isWanted = rounds > 0 && findLitecoindOrSay() !== undefined

describe.skipIf(!isWanted)('coins of Litecoin under kills', () => {
  it(
    'are all there, and none is counted twice (W1, W2)',
    async () => {
      await start()
      const before = await balance()
      const { data } = await client.get('/v1/asset/deposit/address?asset=LTC&network=ltc')
      const { address } = data as unknown as DepositAddress
      const choose = (below: number) => Math.floor(Math.random() * below)
      const digits = () => String(choose(100_000_000)).padStart(8, '0')

      let asked = 0
      for (let round = 0; round < rounds; round++) {
        for (let step = 0; step < 3; step++) {
          await dev('faucet', { asset: 'LTC', address, amount: `${1 + choose(2)}.${digits()}` })
          if (round > 0 && choose(2) === 0)
            await withdraw(`0.${1 + choose(8)}${String(++asked).padStart(6, '0')}`)
          await dev('mine', { blocks: 1 + choose(3) })
          if (choose(3) === 0)
            await dev('reorg', { depth: 1 + choose(DEEPEST), keep: choose(3) > 0 })
        }
        await Promise.all([
          new Promise((resolve) => setTimeout(resolve, choose(400))).then(kill),
          dev('mine', { blocks: 3 }),
          dev('reorg', { depth: 2, keep: true }),
        ])
        if (round === 0) await preparePayee()
        await start()
      }

      await withdraw(`0.9${String(++asked).padStart(6, '0')}`)
      await until(async () => {
        await dev('mine', { blocks: 3 })
        const all = await withdrawals()
        return all.length > 0 && all.every(({ state }) => ENDED.includes(state))
      })
      await dev('mine', { blocks: 14 })
      const scanned = await scanAtRest(address)
      const completed = (await withdrawals()).filter(({ state }) => state === 'completed')
      const sumOf = (of: 'amount' | 'receive') =>
        completed.reduce((sum, each) => sum + unitsOf(each[of]), 0n)
      expect((await balance()) - before + sumOf('amount')).toBe(scanned.paidIn)
      expect(scanned.received).toBe(sumOf('receive'))
      expect(completed.length).toBeGreaterThan(0)
      expect(await suspended()).toBeNull()

      await kill()
      const db = await openDatabase({ dataDir, databaseUrl: undefined })
      expect(await checkLedger(db)).toEqual([])
      const [mirror] = await db.query<{ balance: string }>(
        "select (-balance)::text as balance from ledger_account where realm = 'live' " +
          "and owner = 'chain:ltc' and asset = 'LTC'",
      )
      expect(BigInt(mirror?.balance ?? '0')).toBe(scanned.coins)
      await db.close()
    },
    900_000 + rounds * 60_000,
  )
})
