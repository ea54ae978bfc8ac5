import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hex } from '@scure/base'
import { NETWORK, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { bech32 } from '@scure/base'
import type { CoinsConfig, DepositAddress, Page, Deposit } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../../exchange/ledger/invariants.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { nodeClock } from '../../../platform/nodePorts.ts'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../../testing/createTestUsers.ts'
import { findLitecoindOrSay } from '../../../testing/findLitecoindOrSay.ts'
import { settleGateway } from '../../../testing/settleGateway.ts'
import { openDevelopmentWallet } from '../openDevelopmentWallet.ts'
import { LITECOIN_NETWORK } from '../ports/networks.ts'

const COIN = 100_000_000n
/** The operator's: nobody else has it. */
const COLD_KEY = new Uint8Array(32).fill(21)
const COLD = p2wpkh(pubECDSA(COLD_KEY), { ...NETWORK, bech32: 'rltc' })
/** Somebody else's. */
const TO = bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(20).fill(22))])

interface Output {
  readonly txid: string
  readonly vout: number
  readonly amount: string
}

describe.skipIf(findLitecoindOrSay() === undefined)('own coins on a UTXO network', () => {
  let dir = ''
  let gateway: TestGateway
  let demo: TestUser
  let ann: NewUser
  let hot = ''
  const { stepUp, anonymousClient } = createTestUsers(() => gateway, { name: 'v' })
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'utxosweeps-'))
    const wallet = openDevelopmentWallet({
      dataDir: dir,
      clock: nodeClock(),
      log: silentLog,
      mines: false,
      signs: true,
      networks: [{ ...LITECOIN_NETWORK, coldAddress: COLD.address ?? '' }],
    })
    gateway = await createTestGateway({ wallet })
    ann = await gateway.newUser()
    const client = anonymousClient()
    const { loginName, password } = gateway.demo!
    await client.login({ loginName, password })
    demo = { client, email: loginName, userId: '' }
    await settle(async () => (await suspended()) === null)
    hot = (await wallet.signer?.hotAddress('ltc')) ?? ''
  }, 600_000)
  afterAll(async () => {
    await gateway.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const settle = (isSo: () => Promise<boolean>) => settleGateway(gateway, isSo, { leapMs: 5_000 })
  const dev = async (name: string, body: Readonly<Record<string, unknown>> = {}) => {
    const answer = await gateway.client().post(`/v1/dev/chain/${name}`, { network: 'ltc', ...body })
    expect(answer).toMatchObject({ code: '0' })
    return answer.data as Record<'height', number> & { readonly faults: readonly string[] }
  }
  const chain = async () =>
    ((await gateway.client().get('/v1/dev/chain')).data as unknown as Record<string, string>[]).at(
      0,
    )
  async function mine(blocks: number): Promise<void> {
    const { height } = await dev('mine', { blocks })
    await settle(async () => Number((await chain())?.['height'] ?? 0) >= height)
  }
  const suspended = async () =>
    ((await gateway.client().get('/v1/mix/config/coins')).data as unknown as CoinsConfig)
      .networks[0]?.suspended
  const addressOf = async ({ client }: Pick<NewUser, 'client'>) =>
    (
      (await client.get('/v1/asset/deposit/address?asset=LTC&network=ltc'))
        .data as unknown as DepositAddress
    ).address
  const depositsOf = async ({ client }: Pick<NewUser, 'client'>) =>
    ((await client.get('/v1/asset/deposit/history')).data as unknown as Page<Deposit>).items
  const pay = async (user: Pick<NewUser, 'client'>, amount: string) =>
    dev('faucet', { asset: 'LTC', amount, address: await addressOf(user) })

  /** The node's own answer; amounts digit for digit. */
  async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    const url = new URL((await chain())?.['url'] ?? '')
    const user = Buffer.from(`${url.username}:${url.password}`).toString('base64')
    const answer = await fetch(url.origin, {
      method: 'POST',
      headers: { authorization: `Basic ${user}` },
      body: JSON.stringify({ id: 1, method, params }),
    })
    const text = (await answer.text()).replaceAll(/"amount":\s*(\d+\.\d+)/g, '"amount":"$1"')
    return (JSON.parse(text) as { result: T }).result
  }
  const outputsOf = async (address: string) =>
    (await rpc<{ unspents: readonly Output[] }>('scantxoutset', ['start', [`addr(${address})`]]))
      .unspents
  const unitsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))
  const coinsOn = async (address: string) =>
    (await outputsOf(address)).reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
  const sweeps = () =>
    gateway.db.query<{ kind: string; is_final: boolean; inputs: readonly unknown[] }>(
      'select kind, is_final, inputs from chain_sweep order by created_at, sweep_id',
    )
  /** The next payment between our addresses is planned, mined and booked. */
  async function finish(count: number): Promise<void> {
    await settle(async () => {
      await dev('mine', { blocks: 1 })
      const all = await sweeps()
      return all.length >= count && all.every((each) => each.is_final)
    })
    expect(await sweeps()).toHaveLength(count)
    expect((await dev('check')).faults).toEqual([])
    expect(await checkLedger(gateway.db)).toEqual([])
  }

  it('go to the cold address above the ceiling (wallet 4)', async () => {
    await pay(demo, '60')
    await pay(ann, '40')
    await mine(LITECOIN_NETWORK.unlockAt)
    await finish(1)
    expect((await sweeps()).map(({ kind, inputs }) => [kind, inputs.length])).toEqual([['cold', 2]])
    expect(await coinsOn(COLD.address ?? '')).toBe(97n * COIN)
    const [left] = await outputsOf(hot)
    expect(unitsOf(left?.amount ?? '0')).toBeGreaterThan(299_000_000n)
    // Their owners notice nothing, and the rest is no deposit of the treasury.
    expect(await depositsOf(demo)).toMatchObject([{ state: 'unlocked', amount: '60' }])
    expect(await addressOf(ann).then(coinsOn)).toBe(0n)
  }, 600_000)

  it('come from deposit addresses to the hot address below the ceiling', async () => {
    const before = await coinsOn(hot)
    await pay(demo, '0.7')
    await pay(ann, '0.3')
    await mine(LITECOIN_NETWORK.unlockAt)
    await finish(2)
    expect((await sweeps()).map(({ kind }) => kind)).toEqual(['cold', 'sweep'])
    expect(await coinsOn(await addressOf(demo))).toBe(0n)
    const received = (await coinsOn(hot)) - before
    expect([received < COIN, received > COIN - 10_000n]).toEqual([true, true])
    // A reorganisation brings the same payment again.
    await dev('reorg', { depth: 3, keep: true })
    await mine(1)
    expect((await dev('check')).faults).toEqual([])
  }, 600_000)

  it('pay a withdrawal that waited once an operator refills them from cold', async () => {
    const verifyToken = await stepUp(demo, 'withdraw')
    const terms = { asset: 'LTC', network: 'ltc', amount: '10' }
    const query = String(new URLSearchParams(terms))
    const { data: quote } = await demo.client.get(`/v1/spot/withdraw/quote?${query}`)
    const { quoteId } = quote as unknown as { quoteId: string }
    const answer = await demo.client.post('/v1/spot/withdraw/apply', {
      ...terms,
      quoteId,
      address: TO,
      clientOid: 'large',
      verifyToken,
    })
    expect(answer).toMatchObject({ code: '0' })
    const { withdrawalId } = answer.data as { withdrawalId: string }
    const state = async () =>
      (
        (await demo.client.get(`/v1/spot/withdraw/detail?withdrawalId=${withdrawalId}`))
          .data as unknown as Record<string, string>
      )['state']
    await mine(2)
    expect(await state()).toBe('approved')

    const [cold] = await outputsOf(COLD.address ?? '')
    const units = unitsOf(cold?.amount ?? '0')
    const tx = new Transaction()
    tx.addInput({
      txid: cold?.txid ?? '',
      index: cold?.vout ?? 0,
      witnessUtxo: { script: COLD.script, amount: units },
    })
    const network = { ...NETWORK, bech32: 'rltc' }
    tx.addOutputAddress(hot, 9n * COIN, network)
    tx.addOutput({ script: COLD.script, amount: units - 9n * COIN - 5_000n })
    tx.sign(COLD_KEY)
    tx.finalize()
    const known = (await sweeps()).length
    expect(await rpc<string>('sendrawtransaction', [hex.encode(tx.extract())])).toBe(tx.id)
    await mine(1)
    // In a block and not final: its fee is known, and nobody was credited.
    expect((await dev('check')).faults).toEqual([])
    expect((await sweeps()).slice(known)).toMatchObject([{ kind: 'refill', is_final: false }])
    await settle(async () => {
      await dev('mine', { blocks: 1 })
      return (await state()) === 'completed'
    })
    expect(await coinsOn(TO)).toBe(9n * COIN + 99_500_000n)
    expect(await suspended()).toBeNull()
    const [booked] = await gateway.db.query<{ amount: string }>(
      'select amount::text as amount from treasury_move where key = $1',
      [`ltc:ltc:refill:${tx.id}:gas`],
    )
    expect(booked).toEqual({ amount: '5000' })
    expect((await dev('check')).faults).toEqual([])
  }, 600_000)
})
