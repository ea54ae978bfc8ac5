import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bech32, createBase58check } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExchange, type Exchange } from '../../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../../exchange/state/command.ts'
import type { Withdrawal } from '../../../exchange/state/withdrawals.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { nodeClock } from '../../../platform/nodePorts.ts'
import { findLitecoindOrSay } from '../../../testing/findLitecoindOrSay.ts'
import { copyState } from '../../../testing/stateText.ts'
import { createUtxoDevChain, type UtxoDevChain } from '../../wallet/devchain/createUtxoDevChain.ts'
import { LITECOIN_NETWORK as network } from '../../wallet/ports/networks.ts'
import { readOutputs } from '../../wallet/ports/payments.ts'
import { bytesOf } from '../../wallet/ports/selectInputs.ts'
import type { SignerClient } from '../../wallet/signer/createSignerClient.ts'
import { openDevelopmentSigner } from '../../wallet/signer/openDevelopmentSigner.ts'
import { createBroadcaster, type Broadcaster } from '../createBroadcaster.ts'
import { BUMP_AFTER_BLOCKS } from '../rules.ts'

const COIN = 10n ** 8n
const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
)
const binary = findLitecoindOrSay()

/** Chain and signer are real; the exchange has no gateway around it, and blocks come when asked. */
describe.skipIf(binary === undefined)('payments of outputs (W4)', () => {
  let dir = ''
  let chain: UtxoDevChain
  let signer: SignerClient
  let exchange: Exchange
  let gateway: Broadcaster
  let own: readonly { readonly address: string; readonly index: number }[] = []
  let count = 0
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'utxopayments-'))
    const clock = nodeClock()
    const networks = [network]
    signer = await openDevelopmentSigner({ dataDir: dir, networks, clock, operators: [] })
    const options = { binary: binary ?? '', network, dir, clock, log: silentLog, mines: false }
    chain = await createUtxoDevChain(options)
    own = await Promise.all(
      [0, 1, 2].map(async (index) => ({
        index,
        address: await signer.deriveAddress('ltc', index),
      })),
    )
    for (const { address } of own) await fund(address, 2n * COIN)
    await chain.mine(network.unlockAt)
    exchange = createExchange(SPOT_SYMBOLS)
    const funds = { LTC: String(1000n * COIN) }
    exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u', funds })
    gateway = broadcasterOf(exchange)
  }, 600_000)
  afterAll(async () => {
    await chain.stop()
    signer.close()
    await rm(dir, { recursive: true, force: true })
  })

  const fund = (to: string, units: bigint) => chain.faucet({ to, asset: 'LTC', units })
  function broadcasterOf(of: Exchange): Broadcaster {
    return createBroadcaster({
      trading: {
        core: { state: of.state, paused: () => undefined },
        runWithEffects: (command: ExchangeCommand) => run(of, command),
        confirm: async (value: unknown) => value,
      } as never,
      networks: [{ network, chain: () => chain, pause: () => undefined }],
      signer,
      addresses: { numbered: () => own },
      clock: { now: () => 1, after: () => ({ cancel() {} }) },
      log: silentLog,
    })
  }
  function run(of: Exchange, command: ExchangeCommand): void {
    const outcome = of.execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
  }

  /** An address that nobody had before. */
  const newAddress = () =>
    bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(20).fill(++count))])
  function apply(amount: bigint) {
    const to = newAddress()
    const id = exchange.state.next.withdrawal ?? 1
    const terms = { network: network.id, asset: 'LTC', address: to, atoms: String(amount) }
    const rest = { fee: '0', value: '0', cap: '0', digest: 'd', clientOid: `w${id}` }
    run(exchange, { kind: 'withdraw', at: 1, userId: 'u', ...terms, ...rest })
    run(exchange, { kind: 'withdrawalEvent', at: 1, id, event: 'rulesPass' })
    return { id, to }
  }
  const find = (id: number): Readonly<Withdrawal> | undefined =>
    exchange.state.withdrawals.open.get(id)
  const steps = async (broadcaster: Broadcaster, rounds: number) => {
    for (let round = 0; round < rounds; round++) await broadcaster.step()
  }
  const finish = async () => {
    await chain.mine(network.unlockAt)
    await steps(gateway, 3)
  }
  const coins = async () => {
    const hot = await signer.hotAddress('ltc')
    const { outputs } = await chain.unspent([...own.map(({ address }) => address), hot])
    return outputs.reduce((sum, { units }) => sum + units, 0n)
  }

  it('pay once what two gateways broadcast', async () => {
    const before = await coins()
    const { id, to } = apply(COIN)
    const twin = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
    const other = broadcasterOf(twin)
    for (let round = 0; round < 4; round++) await Promise.all([gateway.step(), other.step()])
    const [one, two] = [find(id), twin.state.withdrawals.open.get(id)]
    expect(one).toMatchObject({ state: 'broadcast' })
    expect(two?.payments).toEqual(one?.payments)
    const txHash = one?.payments[0]?.txHash ?? ''
    await chain.mine(network.unlockAt)
    for (let round = 0; round < 3; round++) await Promise.all([gateway.step(), other.step()])
    expect([find(id), twin.state.withdrawals.open.get(id)]).toEqual([undefined, undefined])
    expect(await chain.balance(to)).toBe(COIN)
    const { gas = 0n } = (await chain.receipt(txHash)) ?? {}
    expect(await coins()).toBe(before - COIN - gas)
  }, 600_000)

  it('never share an output while they are under way', async () => {
    const paid = [apply(COIN / 2n), apply(COIN / 2n)]
    await steps(gateway, 4)
    const inputs = await Promise.all(
      paid.map(async ({ id }) => {
        const [payment] = find(id)?.payments ?? []
        return payment ? (await readOutputs(payment)).spent.map((each) => JSON.stringify(each)) : []
      }),
    )
    expect(inputs.flat().length).toBeGreaterThanOrEqual(2)
    expect(new Set(inputs.flat()).size).toBe(inputs.flat().length)
    await finish()
    for (const { to } of paid) expect(await chain.balance(to)).toBe(COIN / 2n)
  }, 600_000)

  it('are replaced by dearer ones of the same outputs', async () => {
    const { id, to } = apply(COIN / 4n)
    await steps(gateway, 4)
    const txHash = find(id)?.payments[0]?.txHash ?? ''
    // Miners leave it out.
    await rpc('prioritisetransaction', [txHash, 0, -100_000_000])
    await chain.mine(BUMP_AFTER_BLOCKS)
    await steps(gateway, 1)
    const payments = find(id)?.payments ?? []
    expect(payments.map(({ bump }) => bump)).toEqual([0, 1])
    const [first, second] = await Promise.all(payments.map((each) => readOutputs(each)))
    expect(second?.spent).toEqual(first?.spent)
    expect(payments[1]?.nonce).toBe(payments[0]?.nonce)
    expect(second?.paid).toBeLessThan(first?.paid ?? 0n)
    await steps(gateway, 1)
    await finish()
    expect(find(id)).toBeUndefined()
    expect(await chain.balance(to)).toBe(COIN / 4n)
    expect(await chain.receipt(txHash)).toBeUndefined()
  }, 600_000)

  it('wait while there are too few final outputs', async () => {
    const large = apply(15n * COIN)
    await steps(gateway, 3)
    expect(find(large.id)).toMatchObject({ state: 'approved', payments: [] })
    expect(find(large.id)?.asked).toBeUndefined()
    await fund(own[0]?.address ?? '', 16n * COIN)
    await chain.mine(network.unlockAt - 1)
    await steps(gateway, 3)
    expect(find(large.id)?.state).toBe('approved')
    await chain.mine()
    await steps(gateway, 4)
    expect(find(large.id)?.state).toBe('broadcast')
    await finish()
    expect(await chain.balance(large.to)).toBe(15n * COIN)
  }, 600_000)

  it('wait for one another, and can be cancelled meanwhile', async () => {
    const total = await coins()
    const [first, second] = [apply((total * 2n) / 3n), apply((total * 2n) / 3n)]
    await steps(gateway, 4)
    expect([find(first.id)?.state, find(second.id)?.state]).toEqual(['broadcast', 'approved'])
    expect(find(second.id)?.asked).toBeUndefined()
    run(exchange, { kind: 'withdrawalEvent', at: 2, id: second.id, event: 'cancel' })
    await finish()
    expect([find(first.id), find(second.id)]).toEqual([undefined, undefined])
    expect(await chain.balance(second.to)).toBe(0n)
  }, 600_000)

  it('keep their fee where nothing is left for a dearer one', async () => {
    // Nearly everything, so that one output is left; then that, but for four times its fee.
    apply((await coins()) - COIN / 100n)
    await steps(gateway, 4)
    await finish()
    const { id } = apply((await coins()) - 4n * 10n * bytesOf(1))
    await steps(gateway, 4)
    const [payment] = find(id)?.payments ?? []
    await rpc('prioritisetransaction', [payment?.txHash, 0, -100_000_000])
    await chain.mine(BUMP_AFTER_BLOCKS)
    await steps(gateway, 1)
    expect(find(id)).toMatchObject({ state: 'broadcast', payments: [payment] })
    await rpc('prioritisetransaction', [payment?.txHash, 0, 100_000_000])
    await finish()
    expect(find(id)).toBeUndefined()
    await fund(own[0]?.address ?? '', COIN)
    await chain.mine(network.unlockAt)
  }, 600_000)

  it('go on in a gateway that starts from a copy', async () => {
    const { id, to } = apply(COIN / 10n)
    await steps(gateway, 2)
    const restarted = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
    const other = broadcasterOf(restarted)
    await steps(other, 4)
    await chain.mine(network.unlockAt)
    await steps(other, 3)
    expect(restarted.state.withdrawals.open.get(id)).toBeUndefined()
    expect(await chain.balance(to)).toBe(COIN / 10n)
  }, 600_000)

  it('sign proofs of reserves that a node verifies (wallet 7)', async () => {
    const proof = { snapshotId: '2026-11-22T00:00:00Z', root: 'ab'.repeat(32) }
    const text = `X reserves ${proof.snapshotId} ${proof.root}`
    const hot = { index: null, address: await signer.hotAddress('ltc') }
    for (const { index, address } of [...own, hot]) {
      const signed = await signer.attest({ ...proof, index, family: 'ltc' })
      // The node verifies for the older address of the same key, which its first byte names.
      const [kind = 0, ...bytes] = Buffer.from(signed, 'base64')
      const signature = Buffer.from([kind - 8, ...bytes]).toString('base64')
      const hash = bech32.fromWords(bech32.decode(address as `rltc1${string}`).words.slice(1))
      const older = base58check.encode(Uint8Array.from([0x6f, ...hash]))
      expect(await rpc('verifymessage', [older, signature, text])).toBe(true)
      expect(await rpc('verifymessage', [older, signature, `${text}.`])).toBe(false)
    }
  })

  async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
    const { origin, username, password } = new URL(chain.url())
    const user = Buffer.from(`${username}:${password}`).toString('base64')
    const answer = await fetch(origin, {
      method: 'POST',
      headers: { authorization: `Basic ${user}` },
      body: JSON.stringify({ id: 1, method, params }),
    })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { readonly result: unknown }).result
  }
})
