import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bech32 } from '@scure/base'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log/Log.ts'
import { findLitecoindOrSay } from '../../../testing/findLitecoindOrSay.ts'
import { networksOfThisMachine } from '../openDevelopmentWallet.ts'
import { LITECOIN_NETWORK as network } from '../ports/networks.ts'
import type { DevChainOptions } from './createDevChain.ts'
import { createUtxoDevChain, type UtxoDevChain } from './createUtxoDevChain.ts'
import { findLitecoind } from './startLitecoind.ts'
import { faucetAddress } from './utxoFaucet.ts'

const binary = findLitecoindOrSay()
const COIN = 100_000_000n
const addressOf = (prefix: string) =>
  bech32.encode(prefix, [0, ...bech32.toWords(new Uint8Array(20).fill(3))])
const TO = addressOf('rltc')

describe('a search for litecoind (wallet 1)', () => {
  it('finds nothing in folders without it', () => {
    expect(findLitecoind('')).toBeUndefined()
    expect(findLitecoind(`${tmpdir()}${path.delimiter}/nowhere`)).toBeUndefined()
  })

  it('decides whether there is a network, unless networks are named', () => {
    const idsOf = (named?: readonly string[]) => networksOfThisMachine(named).map(({ id }) => id)
    expect(idsOf()).toEqual(['evm-a', 'evm-b', ...(binary === undefined ? [] : ['ltc'])])
    expect(idsOf(['ltc', 'evm-a'])).toEqual(['evm-a', 'ltc'])
  })
})

describe('a program that is no litecoind (wallet 1)', () => {
  it('is no chain, and is tried again', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'nochain-'))
    const clock = createManualClock(1_800_000_000_000)
    const options = { network, dir, clock, log: silentLog, mines: false }
    for (const program of ['false', 'litecoind-that-is-nowhere'])
      await expect(createUtxoDevChain({ binary: program, ...options })).rejects.toThrow(
        'litecoind did not start',
      )
    expect(await readdir(dir)).toEqual(['ltc.jsonl'])
    await rm(dir, { recursive: true, force: true })
  })
})

describe.skipIf(binary === undefined)('a development chain of Litecoin (wallet 1)', () => {
  let dir = ''
  let chain: UtxoDevChain
  const open = (options: Partial<DevChainOptions> = {}) =>
    createUtxoDevChain({
      binary: binary ?? '',
      network,
      dir,
      clock: createManualClock(1_800_000_000_000),
      log: silentLog,
      mines: false,
      ...options,
    })
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'utxochain-'))
    chain = await open()
  }, 600_000)
  afterAll(async () => {
    await chain.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const pay = (units: bigint, to = TO) => chain.faucet({ to, asset: 'LTC', units })

  it('pays coins and shows their moves', async () => {
    const txHash = await pay(3n * COIN)
    expect([await chain.isKnown(txHash), await chain.receipt(txHash)]).toEqual([true, undefined])
    const block = await chain.mine()
    const moves = await chain.moves(block)
    const [coinbase] = moves
    expect(coinbase).toMatchObject({ from: null, to: faucetAddress(network), ordinal: 0 })
    const [paid] = moves.filter(({ to }) => to === TO)
    expect(paid).toEqual({
      txHash,
      kind: 'value',
      ordinal: 0,
      from: faucetAddress(network),
      to: TO,
      units: 3n * COIN,
    })
    expect(await chain.moves(block, (address) => address === TO)).toHaveLength(2)
    expect(await chain.moves(block, () => false)).toEqual([])
    expect(await chain.balance(TO)).toBe(3n * COIN)
    expect(await chain.balance(TO, { height: block.height })).toBe(3n * COIN)
    await expect(chain.balance(TO, { height: block.height - 1 })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
  }, 600_000)

  it('shows a block with its parent, and none above the head', async () => {
    const head = await chain.head()
    const before = await chain.block(head.height - 1)
    expect(head.parentHash).toBe(before?.hash)
    expect(head.at).toBeGreaterThan(before?.at ?? 0)
    expect(await chain.block(head.height + 1)).toBeUndefined()
  })

  it('names the fee of a mined transaction', async () => {
    const txHash = await pay(COIN)
    const block = await chain.mine()
    const moves = (await chain.moves(block)).filter((each) => each.txHash === txHash)
    const receipt = await chain.receipt(txHash)
    const inputs = 50n * COIN
    const paid = moves.reduce((sum, { units }) => sum + units, 0n)
    expect(receipt).toEqual({ txHash, ...ref(block), succeeded: true, gas: inputs - paid })
    expect(receipt?.gas).toBeGreaterThan(0n)
    expect(await chain.receipt('ab'.repeat(32))).toBeUndefined()
    expect(await chain.isKnown('ab'.repeat(32))).toBe(false)
  })

  const ref = ({ height, hash }: { readonly height: number; readonly hash: string }) => ({
    height,
    hash,
  })

  it('lists what addresses can spend, and what waits as spent', async () => {
    const found = await chain.unspent([TO])
    expect(found).toMatchObject(ref(await chain.head()))
    expect(new Set(found.outputs.map(({ units }) => units))).toEqual(new Set([COIN, 3n * COIN]))
    expect(await Promise.all(found.outputs.map((each) => chain.isSpendable(each)))).toEqual([
      true,
      true,
    ])
    // The coins of a block that is not a hundred blocks deep.
    const { outputs } = await chain.unspent([faucetAddress(network)])
    const [latest] = await chain.moves(await chain.head())
    expect(latest && (await chain.isSpendable(latest))).toBe(false)
    const oldest = outputs.find(({ height }) => height <= 10)
    expect(oldest && (await chain.isSpendable(oldest))).toBe(true)
    await pay(COIN)
    const first = outputs.toSorted((a, b) => a.height - b.height)[0]
    expect(first && (await chain.isSpendable(first))).toBe(false)
  })

  it('says what a transaction costs before it has seen any', async () => {
    expect(await chain.feeQuote()).toEqual({ family: 'utxo', perByte: 10n })
  })

  it('refuses transactions that are none, and accounts', async () => {
    await expect(chain.broadcast('00')).rejects.toThrow()
    await expect(chain.nonce(TO)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    await expect(pay(1n, addressOf('ltc'))).rejects.toThrow(RangeError)
    await expect(pay(1_000_000n * COIN)).rejects.toThrow('too few coins')
    await expect(chain.faucet({ to: TO, asset: 'ETH', units: 1n })).rejects.toThrow(RangeError)
  })

  it('takes transactions back when it is reorganised', async () => {
    const before = await chain.balance(TO)
    const txHash = await pay(2n * COIN)
    const first = await chain.mine()
    await chain.mine()
    const kept = await chain.reorganise({ depth: 2, keep: true })
    expect(kept.height).toBe(first.height + 2)
    expect(await chain.receipt(txHash)).toMatchObject({ height: first.height })
    expect((await chain.block(first.height))?.hash).not.toBe(first.hash)
    await expect(chain.moves(first)).rejects.toMatchObject({ code: 'GONE' })
    await chain.reorganise({ depth: 3, keep: false })
    expect([await chain.receipt(txHash), await chain.isKnown(txHash)]).toEqual([undefined, false])
    // What waited before the first of these blocks had been mined with it.
    expect(await chain.balance(TO)).toBeLessThanOrEqual(before + COIN)
    await expect(chain.reorganise({ depth: 0, keep: true })).rejects.toThrow(RangeError)
    await expect(chain.reorganise({ depth: 13, keep: true })).rejects.toThrow(RangeError)
  }, 600_000)

  it('brings back each block with its hash after a kill -9', async () => {
    await pay(COIN)
    await chain.mine(2)
    // Its hash is over every block before it.
    const before = await chain.head()
    await chain.killNode()
    await expect(chain.head()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    const next = await chain.mine()
    expect(await chain.block(before.height)).toEqual(before)
    await chain.stop()
    expect((await readdir(dir)).toSorted()).toEqual(['ltc.jsonl'])
    // A line that a power cut tore.
    await appendFile(path.join(dir, 'ltc.jsonl'), '{"b":[18')
    chain = await open()
    expect(await chain.head()).toMatchObject(next)
    expect(await chain.block(before.height)).toEqual(before)
  }, 600_000)

  it('makes blocks while something waits, and then rests', async () => {
    await chain.stop()
    const clock = createManualClock(1_900_000_000_000)
    const small = { ...network, creditAt: 1, unlockAt: 1 }
    chain = await open({ clock, network: small, mines: true })
    const rest = 2 * small.unlockAt + 2
    const runTo = async (height: number) => {
      for (let round = 0; round < 200 && (await chain.head()).height < height; round++) {
        await clock.advance(2_000)
        await chain.mine(0)
      }
      for (let round = 0; round < 5; round++) {
        await clock.advance(2_000)
        await chain.mine(0)
      }
      expect((await chain.head()).height).toBe(height)
    }
    const { height } = await chain.head()
    await runTo(height + rest)
    await pay(COIN)
    await runTo(height + rest + 1 + rest)
  }, 600_000)
})
