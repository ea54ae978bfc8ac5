import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { getContractAddress } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log/Log.ts'
import { DEVELOPMENT_NETWORKS, type Network } from '../ports/networks.ts'
import { createDevChain, type DevChain } from './createDevChain.ts'
import { findAnvil } from './startAnvil.ts'
import { faucetAccount, tokensOf } from './tokens.ts'

const binary = findAnvil()
const network = DEVELOPMENT_NETWORKS[0] as Network
const TO = '0x00000000000000000000000000000000000a11ce'
const ETH = 10n ** 18n

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'devchain-'))
  closing.push(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function open(dir: string): Promise<DevChain> {
  const chain = await createDevChain({
    binary: binary ?? '',
    network,
    dir,
    clock: createManualClock(1_800_000_000_000),
    log: silentLog,
    mines: false,
  })
  closing.push(() => chain.stop())
  return chain
}

async function hashesOf(chain: DevChain): Promise<string[]> {
  const { height } = await chain.head()
  const blocks = await Promise.all(Array.from({ length: height + 1 }, (_, at) => chain.block(at)))
  return blocks.map((block) => block?.hash ?? '')
}

describe.skipIf(binary === undefined)('a development chain (wallet 1)', () => {
  it('has the contracts of its tokens where the networks say', () => {
    for (const each of DEVELOPMENT_NETWORKS)
      expect(tokensOf(each).map(({ contract }) => contract)).toEqual(
        tokensOf(each).map((_, nonce) =>
          getContractAddress({ from: faucetAccount().address, nonce: BigInt(nonce) }).toLowerCase(),
        ),
      )
  })

  it('pays coins and tokens from the faucet and shows their moves', async () => {
    const chain = await open(await folder())
    await chain.faucet({ to: TO, asset: 'ETH', units: 3n * ETH })
    await chain.faucet({ to: TO, asset: 'USDT', units: 5_000_000n })
    const block = await chain.mine()
    const moves = (await chain.moves(block)).filter(({ to }) => to === TO)
    expect(moves).toMatchObject([
      { kind: 'value', ordinal: 0, units: 3n * ETH },
      { kind: 'token', contract: network.assets[1]?.contract, units: 5_000_000n },
    ])
    const contract = network.assets[1]?.contract
    expect(await chain.balance(TO, { contract })).toBe(5_000_000n)
    expect(await chain.balance(TO)).toBe(3n * ETH)
    expect(await chain.balance(TO, { height: block.height - 1 })).toBe(0n)
    expect((await chain.moves(block)).filter(({ kind }) => kind === 'gas')).toHaveLength(2)
  })

  it('brings back each block with its hash after a kill -9', async () => {
    const dir = await folder()
    const chain = await open(dir)
    for (let round = 1; round <= 15; round++) {
      if (round % 3 === 0)
        await chain.faucet({ to: TO, asset: round % 2 ? 'USDT' : 'ETH', units: BigInt(round) })
      await chain.mine()
      if (round === 9) await chain.reorganise({ depth: 3, keep: true })
      if (round === 12) await chain.reorganise({ depth: 2, keep: false })
    }
    const before = await hashesOf(chain)
    expect(new Set(before).size).toBe(before.length)
    await chain.killNode()
    await expect(chain.head()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    // Until it has every block again it answers nothing: a block that is not there would be gone.
    let isBack = false
    const back = chain.mine().finally(() => (isBack = true))
    const unread: unknown[] = []
    while (!isBack) unread.push(await chain.block(1).catch(() => 'UNREACHABLE'))
    await back
    expect(unread).not.toContain(undefined)
    expect((await hashesOf(chain)).slice(0, -1)).toEqual(before)
    await chain.stop()
    // A line that a power cut tore.
    await appendFile(path.join(dir, 'evm-a.jsonl'), '{"b":[18')
    expect((await hashesOf(await open(dir))).slice(0, -1)).toEqual(before)
  })

  it('takes transactions back when it is reorganised', async () => {
    const chain = await open(await folder())
    const txHash = await chain.faucet({ to: TO, asset: 'ETH', units: ETH })
    const first = await chain.mine()
    await chain.mine()
    const kept = await chain.reorganise({ depth: 2, keep: true })
    expect(kept.height).toBe(first.height + 2)
    expect(await chain.receipt(txHash)).toMatchObject({ height: first.height, succeeded: true })
    expect((await chain.block(first.height))?.hash).not.toBe(first.hash)
    await expect(chain.moves(first)).rejects.toMatchObject({ code: 'GONE' })
    await chain.reorganise({ depth: 3, keep: false })
    expect([await chain.receipt(txHash), await chain.balance(TO)]).toEqual([undefined, 0n])
  })

  it('makes blocks while something waits to be confirmed, and then rests', async () => {
    const clock = createManualClock(1_800_000_000_000)
    const small = { ...network, creditAt: 1, unlockAt: 1 }
    const dir = await folder()
    const chain = await createDevChain({
      binary: binary ?? '',
      network: small,
      dir,
      clock,
      log: silentLog,
    })
    closing.push(() => chain.stop())
    const runTo = async (height: number) => {
      for (let round = 0; round < 200 && (await chain.head()).height < height; round++) {
        await clock.advance(2_000)
        await chain.mine(0)
      }
      for (let round = 0; round < 10; round++) {
        await clock.advance(2_000)
        await chain.mine(0)
      }
      expect((await chain.head()).height).toBe(height)
    }
    const rest = 2 * small.unlockAt + 2
    await runTo(1 + rest)
    await chain.faucet({ to: TO, asset: 'ETH', units: 1n })
    await runTo(1 + rest + 1 + rest)
  })
})
