import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log/Log.ts'
import { createChainSender, type ChainSender } from '../../../testing/chainSender.ts'
import {
  compileContracts,
  type CompiledContract,
} from '../../../testing/contracts/compileContracts.ts'
import { createDevChain, type DevChain } from '../devchain/createDevChain.ts'
import { findAnvil } from '../devchain/startAnvil.ts'
import type { ChainMove } from '../ports/Chain.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../ports/networks.ts'
import { createEvmChain } from './createEvmChain.ts'

const binary = findAnvil()
const network = DEVELOPMENT_NETWORKS[0] as Network
const chainId = network.chainId ?? 0
const TO = '0x00000000000000000000000000000000000b0b01'

describe.skipIf(binary === undefined)('moves of a block (wallet 3)', () => {
  const contracts = compileContracts()
  let dir = ''
  let chain: DevChain
  let sender: ChainSender
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'evm-'))
    chain = await createDevChain({
      binary: binary ?? '',
      network,
      dir,
      clock: createManualClock(1_800_000_000_000),
      log: silentLog,
      mines: false,
    })
    sender = await createChainSender(chain, { chainId })
  }, 600_000)
  afterAll(async () => {
    await chain.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const contractOf = (name: string): CompiledContract => {
    const found = contracts[name]
    if (!found) throw new Error(`${name} was not compiled.`)
    return found
  }
  const moved = async (): Promise<readonly ChainMove[]> => chain.moves(await chain.mine())
  const toUs = async () => (await moved()).filter(({ to }) => to === TO)

  async function pay(name: string, value: bigint) {
    const forwarder = contractOf('Forwarder')
    const at = await sender.deploy(forwarder)
    await chain.mine()
    await sender.call(forwarder, { at, name, args: [TO], value })
    return at
  }

  async function token(name: string) {
    const contract = contractOf(name)
    const at = await sender.deploy(contract)
    await chain.mine()
    return { at, send: (units: bigint) => transfer(contract, at, units) }
  }
  const transfer = (contract: CompiledContract, at: string, units: bigint) =>
    sender.call(contract, { at, name: 'transfer', args: [TO, units] })

  it('shows the payment of a contract, which has no log', async () => {
    const at = await pay('pay', 5n)
    expect(await toUs()).toMatchObject([{ kind: 'value', from: at, units: 5n, ordinal: 2 }])
  })

  it('numbers two payments of one transaction (W2)', async () => {
    await pay('payTwice', 8n)
    expect(await toUs()).toMatchObject([
      { units: 4n, ordinal: 2 },
      { units: 4n, ordinal: 4 },
    ])
  })

  it('leaves out a payment that was undone inside', async () => {
    await pay('payAndUndo', 5n)
    expect(await toUs()).toEqual([])
  })

  it('shows what a contract leaves when it ends', async () => {
    const before = await chain.balance(TO)
    await pay('end', 9n)
    const units = (await toUs()).reduce((sum, move) => sum + move.units, 0n)
    expect(units).toBe((await chain.balance(TO)) - before)
    expect(units).toBe(9n)
  })

  it('leaves out a payment that failed for want of gas', async () => {
    await sender.send({ to: TO, value: 5n, gas: 21_000n, data: '0x00' }).catch(() => undefined)
    await chain.mine()
    sender = await createChainSender(chain, { chainId })
    const forwarder = await sender.deploy(contractOf('Forwarder'))
    await chain.mine()
    await sender.call(contractOf('Forwarder'), {
      at: forwarder,
      name: 'payAndFail',
      args: [TO],
      value: 5n,
    })
    const moves = await moved()
    expect(moves.filter(({ to }) => to === TO)).toEqual([])
    expect(moves).toMatchObject([{ kind: 'gas', from: sender.address }])
  })

  it.each([
    ['HonestToken', 1_000n, 1_000n],
    ['FeeToken', 1_000n, 990n],
    ['LyingToken', 1_000n, 0n],
  ])('compares what %s logs with its balance', async (name, logged, received) => {
    const { at, send } = await token(name)
    await send(1_000n)
    expect(await toUs()).toMatchObject([{ kind: 'token', contract: at, units: logged, ordinal: 1 }])
    expect(await chain.balance(TO, { contract: at })).toBe(received)
  })

  it('sees nothing of a transfer that answers false', async () => {
    const { send } = await token('FalseToken')
    const txHash = await send(1_000n)
    expect(await toUs()).toEqual([])
    expect(await chain.receipt(txHash)).toMatchObject({ succeeded: true })
  })

  it('takes no thing for an amount', async () => {
    const { at } = await token('NoisyToken')
    await sender.call(contractOf('NoisyToken'), { at, name: 'noise', args: [TO] })
    expect(await toUs()).toEqual([])
  })

  it('knows a transaction that waits and takes the same one again', async () => {
    const txHash = await sender.send({ to: TO, value: 1n })
    expect([await chain.isKnown(txHash), await chain.receipt(txHash)]).toEqual([true, undefined])
    const block = await chain.mine()
    expect(await chain.receipt(txHash)).toMatchObject({ height: block.height, hash: block.hash })
    expect(await chain.isKnown(`0x${'1'.repeat(64)}`)).toBe(false)
    await expect(chain.broadcast('0x02')).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('shows the values of transactions where the node has no traces', async () => {
    const plain = createEvmChain({ network: network.id, url: chain.url(), hasTraces: false })
    await sender.send({ to: TO, value: 11n })
    const block = await chain.mine()
    expect((await plain.moves(block)).filter(({ to }) => to === TO)).toMatchObject([
      { kind: 'value', units: 11n, ordinal: 0 },
    ])
  })

  it('hides a block that is not on disk yet', async () => {
    const { height } = await chain.mine()
    const bounded = createEvmChain({
      network: network.id,
      url: chain.url(),
      hasTraces: true,
      durableHeight: () => height - 1,
    })
    expect((await bounded.head()).height).toBe(height - 1)
    expect(await bounded.block(height)).toBeUndefined()
  })
})

describe('a node that does not answer', () => {
  it('is unreachable, and its address is in no message', async () => {
    const chain = createEvmChain({
      network: 'evm-a',
      url: 'http://user:secret@127.0.0.1:1',
      hasTraces: true,
    })
    const error = await chain.head().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'UNREACHABLE' })
    expect(String(error)).not.toContain('secret')
  })

  it('is unreachable after its time', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const chain = createEvmChain({ network: 'evm-a', url, hasTraces: true, timeoutMs: 50 })
    await expect(chain.head()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    server.closeAllConnections()
    server.close()
  })
})
