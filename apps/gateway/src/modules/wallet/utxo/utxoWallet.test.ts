import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bech32 } from '@scure/base'
import type { CoinsConfig, Deposit, DepositAddress, Page, ReservesReport } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../../exchange/ledger/invariants.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { nodeClock } from '../../../platform/nodePorts.ts'
import { createTestGateway, type TestGateway } from '../../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../../testing/createTestUsers.ts'
import { findLitecoindOrSay } from '../../../testing/findLitecoindOrSay.ts'
import { settleGateway } from '../../../testing/settleGateway.ts'
import type { WalletSettings } from '../module.ts'
import { openDevelopmentWallet } from '../openDevelopmentWallet.ts'
import { LITECOIN_NETWORK } from '../ports/networks.ts'

const binary = findLitecoindOrSay()
/** Somebody else's. */
const TO = bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(20).fill(9))])

/** How often `leaves` mines. */
const BLOCK_EVERY_ROUNDS = 20

interface Output {
  readonly txid: string
  readonly vout: number
  readonly amount: number
}

describe.skipIf(binary === undefined)('coins of a UTXO network (wallet 3, 4)', () => {
  let dir = ''
  let gateway: TestGateway
  let wallet: WalletSettings
  let demo: TestUser
  const faults: unknown[] = []
  const watched: string[] = []
  const log = {
    ...silentLog,
    warn: (...line: readonly unknown[]) => void faults.push(line),
    error: (...line: readonly unknown[]) => void faults.push(line),
  }
  const { stepUp, anonymousClient } = createTestUsers(() => gateway, { name: 'u' })

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'utxowallet-'))
    const development = openDevelopmentWallet({
      dataDir: dir,
      clock: nodeClock(),
      log,
      mines: false,
      signs: true,
      networks: [LITECOIN_NETWORK],
    })
    const onWatched = async ({ id }: { readonly id: string }) => void watched.push(id)
    wallet = { ...development, onWatched }
    gateway = await createTestGateway({ wallet, log, reservesEveryMs: 60_000 })
    const client = anonymousClient()
    const { loginName, password } = gateway.demo!
    await client.login({ loginName, password })
    demo = { client, email: loginName, userId: '' }
    await settle(async () => (await chain()) !== undefined)
  }, 600_000)
  afterAll(async () => {
    await gateway.stop()
    await rm(dir, { recursive: true, force: true })
  })

  /** Lets the watcher and the broadcaster run until something is so. */
  const settle = (isSo: () => Promise<boolean>) =>
    settleGateway(gateway, isSo, { why: () => JSON.stringify(faults) })
  const chain = async () => {
    const { data } = await gateway.client().get('/v1/dev/chain')
    return (data as unknown as { url: string; height: number }[]).at(0)
  }
  const dev = async (name: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await gateway.client().post(`/v1/dev/chain/${name}`, { network: 'ltc', ...body })
    expect(answer).toMatchObject({ code: '0' })
    return answer.data as { height: number; txHash: string }
  }
  const reach = (height: number) => settle(async () => ((await chain())?.height ?? 0) >= height)
  const mine = async (blocks: number) => reach((await dev('mine', { blocks })).height)
  const suspended = async () =>
    ((await gateway.client().get('/v1/mix/config/coins')).data as unknown as CoinsConfig)
      .networks[0]?.suspended
  /** W1 is looked at again after a minute. */
  async function expectWhole(): Promise<void> {
    gateway.leap(120_000)
    await mine(1)
    expect(await suspended()).toBeNull()
    expect(await checkLedger(gateway.db)).toEqual([])
  }
  const address = async () =>
    (await demo.client.get('/v1/asset/deposit/address?asset=LTC&network=ltc'))
      .data as unknown as DepositAddress
  const deposit = async (txHash: string) => {
    const { data } = await demo.client.get('/v1/asset/deposit/history')
    return (data as unknown as Page<Deposit>).items.find((each) => each.txHash === txHash)
  }
  const available = async () => {
    const { data } = await demo.client.get('/v1/spot/account/assets')
    const assets = data as unknown as { asset: string; available: string }[]
    return Number(assets.find(({ asset }) => asset === 'LTC')?.available ?? '0')
  }
  const pay = async (amount: string) => {
    const { txHash } = await dev('faucet', {
      asset: 'LTC',
      amount,
      address: (await address()).address,
    })
    await mine(1)
    return txHash
  }
  const detail = async (id: string) =>
    (await demo.client.get(`/v1/spot/withdraw/detail?withdrawalId=${id}`))
      .data as unknown as Record<string, string>
  const reaches = (id: string, state: string) =>
    settle(async () => (await detail(id))['state'] === state)
  /** Until it is sent: outputs that are on their way to the hot address need blocks before. */
  async function leaves(id: string): Promise<void> {
    let rounds = 0
    await settle(async () => {
      const { state } = await detail(id)
      if (state === 'broadcast' || state === 'confirming') return true
      rounds += 1
      if (state === 'approved' && rounds % BLOCK_EVERY_ROUNDS === 0) await mine(1)
      return false
    })
  }

  async function withdraw(amount: string): Promise<string> {
    const verifyToken = await stepUp(demo, 'withdraw')
    const terms = { asset: 'LTC', network: 'ltc', amount }
    const query = String(new URLSearchParams(terms))
    const { data } = await demo.client.get(`/v1/spot/withdraw/quote?${query}`)
    const { quoteId } = data as unknown as { quoteId: string }
    const clientOid = `u-${amount.replace('.', '-')}`
    const answer = await demo.client.post('/v1/spot/withdraw/apply', {
      ...terms,
      quoteId,
      address: TO,
      clientOid,
      verifyToken,
    })
    expect(answer).toMatchObject({ code: '0' })
    return (answer.data as { withdrawalId: string }).withdrawalId
  }

  /** The node's own answer, by nothing of the gateway's. */
  async function rpc<T>(method: string, params: readonly unknown[]): Promise<T> {
    const url = new URL((await chain())?.url ?? '')
    const user = Buffer.from(`${url.username}:${url.password}`).toString('base64')
    const answer = await fetch(url.origin, {
      method: 'POST',
      headers: { authorization: `Basic ${user}` },
      body: JSON.stringify({ id: 1, method, params }),
    })
    return ((await answer.json()) as { result: T }).result
  }
  const outputsOf = async (receiver: string) => {
    const params = ['start', [`addr(${receiver})`]]
    return (await rpc<{ unspents: readonly Output[] }>('scantxoutset', params)).unspents
  }

  it('are added at two confirmations and leave from six on (W5)', async () => {
    const before = await available()
    const { address: own, creditAt, unlockAt } = await address()
    expect([own.startsWith('rltc1q'), creditAt, unlockAt]).toEqual([true, 2, 6])
    const txHash = await pay('3.5')
    expect(await deposit(txHash)).toMatchObject({ state: 'confirming', address: own })
    await mine(1)
    expect(await deposit(txHash)).toMatchObject({ state: 'credited', amount: '3.5' })
    expect(await available()).toBe(before + 3.5)
    await mine(4)
    expect(await deposit(txHash)).toMatchObject({ state: 'unlocked' })
    expect(watched).toEqual(['ltc'])
    await expectWhole()
  }, 600_000)

  it('are counted as reserves, with the signature of their address (wallet 7)', async () => {
    const { address: own } = await address()
    const found = async () => {
      const { data } = await gateway.client().get('/v1/reserves/latest')
      const report = data as unknown as ReservesReport | null
      return report?.addresses.find((each) => each.address === own)
    }
    await settle(async () => (await found()) !== undefined)
    expect(await found()).toMatchObject({ network: 'ltc', asset: 'LTC', amount: '3.5' })
    // Of 65 bytes; a node verifies one in the test of payments.
    expect((await found())?.signature).toMatch(/^[A-Za-z0-9+/]{87}=$/)
  }, 600_000)

  it('are counted once when their block comes again (W2)', async () => {
    const before = await available()
    const txHash = await pay('0.5')
    await mine(1)
    await reach((await dev('reorg', { depth: 2, keep: true })).height)
    await settle(async () => (await deposit(txHash))?.state === 'credited')
    expect(await available()).toBe(before + 0.5)
    await reach((await dev('reorg', { depth: 3, keep: false })).height)
    expect(await deposit(txHash)).toMatchObject({ state: 'contested' })
    await mine(12)
    expect(await deposit(txHash)).toMatchObject({ state: 'reversed' })
    expect(await available()).toBe(before)
    await expectWhole()
  }, 600_000)

  it('pay a withdrawal, and the rest comes back', async () => {
    const before = await available()
    const id = await withdraw('1.25')
    await leaves(id)
    await mine(1)
    await reaches(id, 'confirming')
    await expectWhole()
    await mine(6)
    await reaches(id, 'completed')
    const scanned = await outputsOf(TO)
    expect(scanned.map(({ amount }) => amount)).toEqual([1.245])
    expect(await available()).toBe(before - 1.25)
    await expectWhole()
    // The rest is a deposit of nobody's: the treasury did not get it again.
    const { data } = await demo.client.get('/v1/asset/deposit/history')
    expect((data as unknown as Page<Deposit>).items).toHaveLength(2)
  }, 600_000)

  it('arrive after their block was lost, with the same bytes', async () => {
    const id = await withdraw('0.75')
    await leaves(id)
    const { txHash } = await detail(id)
    await mine(1)
    await reaches(id, 'confirming')
    const { confirmations } = await rpc<{ confirmations: number }>('getrawtransaction', [
      txHash,
      true,
    ])
    await reach((await dev('reorg', { depth: confirmations, keep: false })).height)
    await reaches(id, 'broadcast')
    await settle(async () => {
      await mine(1)
      return (await detail(id))['state'] === 'completed'
    })
    expect((await detail(id))['txHash']).toBe(txHash)
    await expectWhole()
  }, 600_000)

  it.each([
    ['of another network', bech32.encode('ltc', [0, ...bech32.toWords(new Uint8Array(20))])],
    ['with a wrong letter', `${TO.slice(0, -1)}${TO.endsWith('q') ? 'p' : 'q'}`],
    ['of an EVM network', `0x${'5'.repeat(40)}`],
  ])('do not leave to an address %s', async (_, wrong) => {
    const verifyToken = await stepUp(demo, 'withdraw')
    const terms = { asset: 'LTC', network: 'ltc', amount: '0.1' }
    const query = String(new URLSearchParams(terms))
    const { data } = await demo.client.get(`/v1/spot/withdraw/quote?${query}`)
    const { quoteId } = data as unknown as { quoteId: string }
    const body = { ...terms, quoteId, address: wrong, clientOid: wrong.slice(-20), verifyToken }
    const answer = await demo.client.post('/v1/spot/withdraw/apply', body)
    expect(answer).toMatchObject({ code: '40230' })
    const faucet = { network: 'ltc', asset: 'LTC', amount: '1', address: wrong }
    expect(await gateway.client().post('/v1/dev/chain/faucet', faucet)).toMatchObject({
      code: '40010',
    })
  })

  it('stop their network when some left that the ledger has (W1)', async () => {
    const txHash = await pay('0.3')
    // An older one may be on its way to the hot address.
    const outputs = await outputsOf((await address()).address)
    const output = outputs.find(({ txid }) => txid === txHash)
    // Who can ask the signer cannot hide what it paid.
    const answer = await wallet.signer?.sign({
      kind: 'spend',
      id: 'nobody',
      bump: 0,
      network: 'ltc',
      asset: 'LTC',
      address: TO,
      receive: '10000000',
      fee: '0',
      approvals: [],
      perByte: '10',
      inputs: [
        {
          txHash: output?.txid ?? '',
          ordinal: output?.vout ?? 0,
          units: String(Math.round((output?.amount ?? 0) * 1e8)),
          index: 0,
        },
      ],
    })
    const { raw } = answer && 'signed' in answer ? answer.signed : { raw: '' }
    expect(await rpc<string>('sendrawtransaction', [raw])).toMatch(/^[0-9a-f]{64}$/)
    await mine(1)
    gateway.leap(120_000)
    await mine(1)
    await settle(async () => (await suspended()) === 'paused')
    expect(JSON.stringify(faults)).toContain('(W1)')
  }, 600_000)
})
