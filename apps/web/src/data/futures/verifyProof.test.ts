import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { BTC_TIERS } from '../../testing/futuresFixtures.ts'
import {
  type ChainedRow,
  hashedText,
  linkOf,
  priceIn,
  verifyChain,
  verifyDays,
  verifyFunding,
} from './verifyProof.ts'

const START = '0'.repeat(64)

/** A chain as the exchange writes one, the latest row first. */
function chainOf(lines: readonly string[]): readonly ChainedRow[] {
  const rows: ChainedRow[] = []
  for (const [second, line] of lines.entries()) {
    const previousHash = rows[0]?.hash ?? START
    const hash = createHash('sha256').update(`${previousHash}\n${line}`).digest('hex')
    rows.unshift({ at: second * 1_000, line, hash, previousHash })
  }
  return rows
}

const LINES = ['0|BTCUSDT,60000.0,60001.0', '1000|BTCUSDT,60010.5,60011.0', '2000|BTCUSDT,0,0']
let rows: readonly ChainedRow[]
beforeEach(() => {
  rows = chainOf(LINES)
})
const changed = (place: number, more: Partial<ChainedRow>) =>
  rows.map((row, at) => (at === place ? { ...row, ...more } : row))

describe('the chain of the price log (futures 14)', () => {
  it('covers the hash before, a line feed and the line', () => {
    expect(hashedText({ at: 1, line: 'b', hash: '', previousHash: 'a' })).toBe('a\nb')
  })

  it('holds as the exchange writes it', async () => {
    expect(await verifyChain(rows)).toEqual({ holds: true, rows: 3 })
  })

  it('holds of one page, whose oldest row has its own past', async () => {
    expect(await verifyChain(rows.slice(0, 2))).toEqual({ holds: true, rows: 2 })
  })

  it('holds of none', async () => {
    expect(await verifyChain([])).toEqual({ holds: true, rows: 0 })
  })

  it.each([0, 1, 2])('breaks where the price of row %i was changed', async (place) => {
    const broken = changed(place, { line: '1000|BTCUSDT,59999.9,60000.0' })
    const verdict = await verifyChain(broken)
    expect(verdict).toEqual({ holds: false, at: broken[place] })
  })

  it('breaks where a row was left out', async () => {
    const [last, , first] = rows
    const verdict = await verifyChain([last, first].filter((row) => row !== undefined))
    expect(verdict).toEqual({ holds: false, at: last })
  })

  it('breaks where a row was written anew with its own hash', async () => {
    const line = '1000|BTCUSDT,1.0,1.0'
    const hash = createHash('sha256').update(`${rows[1]?.previousHash}\n${line}`).digest('hex')
    const verdict = await verifyChain(changed(1, { line, hash }))
    expect(verdict).toMatchObject({ holds: false })
  })

  it('breaks where hashes were swapped', async () => {
    const verdict = await verifyChain(changed(0, { hash: rows[1]?.hash ?? '' }))
    expect(verdict).toMatchObject({ holds: false })
  })
})

describe('a funding rate recomputed from its samples (futures 5)', () => {
  const [tier] = BTC_TIERS
  const sample = (at: number, impactBid: string | null, impactAsk: string | null) => ({
    at,
    index: '60000',
    impactBid,
    impactAsk,
    premium: '0',
  })
  const paid = (rate: string) => ({ symbol: 'BTCUSDT', rate, markPrice: '60000', at: 28_800_000 })
  const verify = (samples: Parameters<typeof verifyFunding>[0], rate: string) =>
    tier && verifyFunding(samples, { paid: paid(rate), tier })

  it('is the interest where there is no premium', () => {
    expect(verify([sample(1, '59990', '60010')], '0.0001')).toEqual({
      rate: '0.00010000',
      holds: true,
      areSamplesSound: true,
      isMarkLogged: undefined,
    })
  })

  it('weighs late samples more', () => {
    const samples = [sample(1, '60000', '60010'), sample(2, '60060', '60070')]
    expect(verify(samples, '0.00016667')).toMatchObject({ rate: '0.00016667', holds: true })
  })

  it('computes each premium from its impact prices', () => {
    const samples = [{ ...sample(1, '59990', '60010'), premium: '0.005' }]
    expect(verify(samples, '0.0001')).toMatchObject({ holds: true, areSamplesSound: false })
  })

  it('is paid at a mark of the log', () => {
    const paidAt = (markPrice: string, ...lines: string[]) =>
      tier &&
      verifyFunding([sample(1, '59990', '60010')], {
        paid: { ...paid('0.0001'), markPrice },
        tier,
        rows: chainOf(lines),
      })?.isMarkLogged
    const rows = ['1|BTCUSDT,0.0,60000.0', '2|ETHUSDT,3000.00,3001.00', '3|BTCUSDT,60001.5,60000.0']
    expect(paidAt('60001.5', ...rows, '4|BTCUSDT,60002.0,60000.0')).toBe(true)
    expect(paidAt('60002.0', ...rows)).toBe(false)
    expect(paidAt('60002.0', ...rows.slice(0, 2))).toBeUndefined()
    expect(priceIn(chainOf(rows), 'ETHUSDT')).toEqual({ mark: '3000.00', index: '3001.00' })
  })

  it('stays within the cap of the first tier', () => {
    expect(verify([sample(1, '61200', '61300')], '0.003')).toMatchObject({
      rate: '0.00300000',
      holds: true,
    })
  })

  it('adds nothing for a side that was too thin', () => {
    expect(verify([sample(1, null, null)], '0.0001')?.holds).toBe(true)
  })

  it('finds a rate that was not paid', () => {
    expect(verify([sample(1, '59990', '60010')], '0.0002')).toMatchObject({
      rate: '0.00010000',
      holds: false,
    })
  })

  it('says nothing without samples', () => {
    expect(verify([], '0.0001')).toBeUndefined()
  })
})

describe('the root of a day (futures 14)', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  /** A day as the exchange publishes it; its tree is not read here. */
  const rootWith = (
    hash: string,
    { day = '1970-01-02', previousRoot = START }: { day?: string; previousRoot?: string } = {},
  ) => {
    const treeRoot = sha(`tree ${hash}`)
    const root = sha(`${previousRoot}\n${day}\n3\n${treeRoot}`)
    return { day, hash, rows: 3, treeRoot, previousRoot, root }
  }
  const last = () => rows[0] as ChainedRow
  const holdsOf = async (...days: Parameters<typeof verifyDays>[0]) =>
    (await verifyDays(days, rows)).map(({ holds }) => holds)

  it('is the hash of its last row', async () => {
    expect(await holdsOf({ root: rootWith(last().hash), last: last() })).toEqual([true])
  })

  it('may be an earlier row of the day that runs', async () => {
    const earlier = rows[1]?.hash ?? ''
    expect(await holdsOf({ root: rootWith(earlier), last: last() })).toEqual([true])
  })

  it('does not hold where it is no row', async () => {
    expect(await holdsOf({ root: rootWith('f'.repeat(64)), last: last() })).toEqual([false])
  })

  it('does not hold where its row was changed', async () => {
    const altered = { ...last(), line: '2000|BTCUSDT,1,1' }
    expect(await holdsOf({ root: rootWith(last().hash), last: altered })).toEqual([false])
  })

  it('is not judged where its rows are gone', async () => {
    expect(await holdsOf({ root: rootWith(last().hash), last: undefined })).toEqual([undefined])
  })

  it.each([
    ['rows', { rows: 4 }],
    ['tree', { treeRoot: START }],
    ['day before', { previousRoot: 'e'.repeat(64) }],
    ['day', { day: '1970-01-03' }],
  ])('does not hold with other %s', async (_what, more) => {
    const root = { ...rootWith(last().hash), ...more }
    expect(await holdsOf({ root, last: last() }, { root, last: undefined })).toEqual([false, false])
  })

  it('is its last hash where the day had no tree', async () => {
    const { hash } = last()
    const root = { ...rootWith(hash), treeRoot: null, previousRoot: null, root: hash }
    expect(await holdsOf({ root, last: last() })).toEqual([true])
    expect(await holdsOf({ root: { ...root, root: START }, last: last() })).toEqual([false])
  })

  it('names the root of the day before', () => {
    const first = rootWith(last().hash, { day: '1970-01-01' })
    const second = rootWith(last().hash, { previousRoot: first.root })
    expect(linkOf(second, first)).toBe(true)
    expect(linkOf(rootWith(last().hash), first)).toBe(false)
    expect(linkOf(second, undefined)).toBeUndefined()
    expect(linkOf({ previousRoot: null }, first)).toBeUndefined()
  })
})
