import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserClock } from '@x/kit/browser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { spotOwner } from '../accounts/owner.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { decodePayload } from '../journal/commandBytes.ts'
import { decodeRecord, encodeRecord } from '../journal/record.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { DAILY_TOP_UP } from '../paper/paperFunds.ts'
import { silentLog, type Log, type LogFields } from '../../platform/log/Log.ts'
import { changeableState } from '../../testing/changeableState.ts'
import { plainDump, stateText } from '../../testing/stateText.ts'
import { createCommandFlow } from '../../testing/exchangeCommandGenerator.ts'
import type { Effects } from '../state/effects.ts'
import type { StateDump } from '../state/state.ts'
import { openTradingCore, type TradingCore } from './openTradingCore.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'

let db: Database
let dataDir: string
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'recovery-'))
  await db.query(`update ledger_progress set settled_seq = 0`)
  await emptyLedger()
})
afterEach(() => rm(dataDir, { recursive: true }))

/**
 * Truncation is refused by design; here it gives a test tables without the rows of what was before.
 */
async function emptyLedger(): Promise<void> {
  const tables = [
    'ledger_account',
    'ledger_day',
    'ledger_transaction',
    'ledger_entry',
    'ledger_hold',
    'spot_order',
    'spot_fill',
    'asset_transfer',
  ]
  for (const table of tables) await db.query(`alter table ${table} disable trigger user`)
  await db.query(`truncate ${tables.join(', ')}`)
  for (const table of tables) await db.query(`alter table ${table} enable trigger user`)
}

const journalFiles = async () => (await readdir(path.join(dataDir, 'journal'))).sort()
const open = (
  options: {
    segmentBytes?: number
    dir?: string
    instruments?: typeof SPOT_SYMBOLS
    log?: Log
  } = {},
) =>
  openTradingCore({
    db,
    clock: browserClock(),
    dataDir: options.dir ?? dataDir,
    instruments: options.instruments ?? SPOT_SYMBOLS,
    log: options.log ?? silentLog,
    ...(options.segmentBytes ? { segmentBytes: options.segmentBytes } : {}),
  })

const codeOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: { code: string }) => error.code,
  )

/**
 * Writes the check records of the only segment anew, as another version, or damage, would have left
 * them.
 */
async function rewriteChecks(
  change: (check: Readonly<Record<string, unknown>>) => object,
): Promise<void> {
  const [segment = ''] = (await journalFiles()).filter((name) => name.startsWith('journal'))
  const file = path.join(dataDir, 'journal', segment)
  const bytes = await readFile(file)
  const records: Buffer[] = []
  for (let found = decodeRecord(bytes, 0); found; found = decodeRecord(bytes, found.end)) {
    const command = decodePayload(found.record.payload) as Record<string, unknown>
    records.push(
      encodeRecord(
        command['kind'] === 'check'
          ? { ...found.record, payload: JSON.stringify(change(command)) }
          : found.record,
      ),
    )
  }
  await writeFile(file, Buffer.concat(records))
}

const spoilCheck = () => rewriteChecks((check) => ({ ...check, hash: '0'.repeat(64) }))
const removeSnapshots = async () => {
  for (const name of (await journalFiles()).filter((entry) => entry.startsWith('snapshot')))
    await rm(path.join(dataDir, 'journal', name))
}

/** Runs random commands; yields to the disk now and then, as requests do. */
async function trade(
  core: TradingCore,
  { seed, steps, yieldEvery = 25 }: { seed: number; steps: number; yieldEvery?: number },
): Promise<void> {
  const nextCommand = createCommandFlow(seed)
  for (let step = 0; step < steps; step++) {
    core.execute(nextCommand(core.state))
    if (step % yieldEvery === 0) await core.durable()
  }
  await core.durable()
}

/**
 * What a killed process leaves behind: its files as they are, no settlement of what waited, no
 * snapshot.
 */
async function abandon(core: TradingCore): Promise<void> {
  await core.settled()
}

describe('a restart (trading 3)', () => {
  it('replays the journal to the same state', async () => {
    const core = await open()
    await trade(core, { seed: 5, steps: 800 })
    const before = stateText(core.state)
    await abandon(core)
    const again = await open()
    expect(stateText(again.state)).toBe(before)
    expect(await checkLedger(db)).toEqual([])
    await again.stop()
    await core.stop().catch(() => {})
  })

  it('applies a top-up that was acknowledged, whatever a day allows by then', async () => {
    const core = await open()
    core.execute({ kind: 'paperOpen', at: 1, userId: 'ann', funds: { USDT: '0' } })
    const [twice, before] = [
      String(2n * BigInt(DAILY_TOP_UP['USDT']!)),
      String(3n * BigInt(DAILY_TOP_UP['USDT']!)),
    ]
    const topUp = { kind: 'paperTopUp', at: 2, userId: 'ann', asset: 'USDT' } as const
    // Of a time when a day allowed twice as much, and of journals that name no limit.
    expect(core.execute({ ...topUp, atoms: twice, day: 1, cap: twice }).outcome).not.toHaveProperty(
      'refused',
    )
    expect(core.execute({ ...topUp, atoms: before, day: 2 }).outcome).not.toHaveProperty('refused')
    expect(core.execute({ ...topUp, atoms: '1', day: 2, cap: twice }).outcome).toHaveProperty(
      'refused',
    )
    await core.durable()
    await abandon(core)
    const again = await open()
    expect(
      changeableState(again.state).accounts.of('paper', spotOwner('ann'), 'USDT').balance,
    ).toBe(5n * BigInt(DAILY_TOP_UP['USDT']!))
    await again.stop()
    await core.stop().catch(() => {})
  })

  it("starts from an orderly stop's snapshot without a replay", async () => {
    const core = await open()
    await trade(core, { seed: 6, steps: 500 })
    const before = stateText(core.state)
    await core.stop()
    expect((await journalFiles()).filter((name) => name.startsWith('snapshot'))).toHaveLength(1)
    const again = await open()
    expect(stateText(again.state)).toBe(before)
    await trade(again, { seed: 7, steps: 200 })
    await again.stop()
    expect(await checkLedger(db)).toEqual([])
  })

  it('keeps the folder small: old segments go when two snapshots cover them', async () => {
    const core = await open({ segmentBytes: 5_000 })
    await trade(core, { seed: 8, steps: 1_200 })
    const traded = core.lastSeq()
    // A segment more than was traded so far, and the thread has followed.
    await trade(core, { seed: 18, steps: 200 })
    await expect.poll(() => core.snapshotState().lastSeq).toBeGreaterThan(traded)
    await core.stop()
    const files = await journalFiles()
    expect(files.filter((name) => name.startsWith('snapshot'))).toHaveLength(2)
    const sizes = await Promise.all(
      files
        .filter((name) => name.startsWith('journal'))
        .map(async (name) => (await stat(path.join(dataDir, 'journal', name))).size),
    )
    expect(sizes.length).toBeLessThan(8)
    const again = await open()
    await again.stop()
  })

  it('falls back to the snapshot before a damaged one', async () => {
    const core = await open({ segmentBytes: 5_000 })
    await trade(core, { seed: 9, steps: 1_200 })
    await core.stop()
    const before = stateText(core.state)
    const newest = path.join(
      dataDir,
      'journal',
      (await journalFiles()).filter((name) => name.startsWith('snapshot')).at(-1)!,
    )
    await writeFile(newest, (await readFile(newest)).subarray(0, 500))
    const again = await open()
    expect(stateText(again.state)).toBe(before)
    await again.stop()
  })

  it('settles what the ledger had not seen', async () => {
    const core = await open()
    await trade(core, { seed: 10, steps: 400 })
    await core.settled()
    const [{ settled_seq: whole } = { settled_seq: 0n }] = await db.query<{ settled_seq: bigint }>(
      'select settled_seq from ledger_progress',
    )
    const trades = await db.query('select count(*) from spot_fill')
    // The database of before all of it, as after a restored backup.
    await emptyLedger()
    await db.query('update ledger_progress set settled_seq = 0')
    const again = await open()
    expect(await db.query('select count(*) from spot_fill')).toEqual(trades)
    expect(
      (await db.query<{ settled_seq: bigint }>('select settled_seq from ledger_progress'))[0]!
        .settled_seq,
    ).toBe(whole)
    await again.stop()
    await core.stop().catch(() => {})
  })
})

describe('a data folder of before snapshots had parts', () => {
  const former = fileURLToPath(new URL('../../testing/folderBeforeParts', import.meta.url))
  const useFormer = () => cp(former, path.join(dataDir, 'journal'), { recursive: true })

  it('opens from its journal and from its snapshot to one state (CR0)', async () => {
    await useFormer()
    const [name = ''] = (await journalFiles()).filter((file) => file.endsWith('.json'))
    const text = await readFile(path.join(dataDir, 'journal', name), 'utf8')
    const dump = JSON.parse(text.slice(text.indexOf('\n') + 1)) as StateDump
    // The ledger is empty, so that the snapshot is ahead of it and the whole journal is replayed,
    // past its mark.
    const core = await open()
    expect(core.state.next.order).toBeGreaterThan(dump.next.order)
    await abandon(core)
    const again = await open()
    expect(plainDump(again.state)).toEqual(plainDump(core.state))
    const [key = ''] = dump.keys.find(([each]) => each.startsWith('live:')) ?? []
    expect([core, again].map(({ state }) => state.keys.has(key))).toEqual([true, true])
    await trade(again, { seed: 31, steps: 200 })
    await again.stop()
    expect((await journalFiles()).filter((file) => file.endsWith('.parts'))).toHaveLength(1)
    const third = await open()
    expect(stateText(third.state)).toBe(stateText(again.state))
    await third.stop()
    await core.stop().catch(() => {})
    expect(await checkLedger(db)).toEqual([])
  })
})

describe('the pairs of another day', () => {
  const without = (gone: string) => SPOT_SYMBOLS.filter(({ symbol }) => symbol !== gone)
  const placed = (core: TradingCore, symbol: string) => {
    core.execute({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId: 'ann',
      key: `g-${symbol}`,
      funds: { USDT: '100000000000' },
    })
    const done = core.execute({
      kind: 'place',
      at: 2,
      userId: 'ann',
      clientOid: `c-${symbol}`,
      digest: 'd',
      symbol,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: 100,
      lots: 100_000,
      budget: 0,
      makerPpm: 0,
      takerPpm: 0,
    })
    return Number('outcome' in done && 'answer' in done.outcome ? done.outcome.answer!.orderId : 0)
  }

  it('a pair that is new trades beside those of before', async () => {
    const core = await open({ instruments: without('SHIBUSDT') })
    await trade(core, { seed: 21, steps: 1 })
    const orderId = placed(core, 'BTCUSDT')
    await core.stop()
    const again = await open()
    expect(again.state.orders.get(orderId)).toMatchObject({ status: 'open' })
    placed(again, 'SHIBUSDT')
    // Nothing is stopped in order: the next start replays past the mark of the first stop.
    await again.settled()
    const third = await open()
    expect(stateText(third.state)).toBe(stateText(again.state))
    await third.stop()
    await again.stop().catch(() => {})
    expect(await checkLedger(db)).toEqual([])
  })

  it('keeps an existing customer’s accounts without adding a new asset', async () => {
    const core = await open()
    core.execute({ kind: 'open', at: 1, userId: 'ann', assets: ['USDT', 'BTC'] })
    expect(core.state.accounts.ownedBy('live', 'user:ann').map(({ asset }) => asset)).toEqual([
      'USDT',
      'BTC',
    ])
    await core.stop()
  })

  it('detects a diverging replay despite new pairs', async () => {
    const core = await open({ instruments: without('SHIBUSDT') })
    placed(core, 'BTCUSDT')
    await core.stop()
    await spoilCheck()
    await removeSnapshots()
    expect(await codeOf(open())).toBe('CORRUPT')
  })

  it('replays past a mark of before there were check records (CR0)', async () => {
    const core = await open({ instruments: without('SHIBUSDT') })
    placed(core, 'BTCUSDT')
    await core.stop()
    await rewriteChecks(() => ({ kind: 'mark', hash: '0'.repeat(64) }))
    await removeSnapshots()
    const again = await open()
    expect(again.state.orders.size).toBe(1)
    await again.stop()
  })

  it('refuses to start without a pair that has been traded', async () => {
    const core = await open()
    placed(core, 'SHIBUSDT')
    await core.stop()
    const refused = await open({ instruments: without('SHIBUSDT') }).then(
      () => undefined,
      (error: Error & { code: string }) => error,
    )
    expect(refused).toMatchObject({ code: 'MISMATCH', detail: { pairs: 'SHIBUSDT' } })
    // Nor from the journal alone, and nothing was lost by the tries.
    await removeSnapshots()
    expect(await codeOf(open({ instruments: without('SHIBUSDT') }))).toBe('MISMATCH')
    const again = await open()
    expect(again.state.orders.size).toBe(1)
    await again.stop()
  })
})

describe('a start is refused', () => {
  it('refuses to start if the ledger is ahead of the journal', async () => {
    const core = await open()
    await trade(core, { seed: 11, steps: 200 })
    await core.stop()
    const empty = await mkdtemp(path.join(tmpdir(), 'recovery-'))
    expect(await codeOf(open({ dir: empty }))).toBe('MISMATCH')
    await rm(empty, { recursive: true })
  })

  it('leaves a truncated journal behind the ledger unchanged (SR7)', async () => {
    const core = await open()
    await trade(core, { seed: 15, steps: 300 })
    await core.settled()
    await core.stop()
    await removeSnapshots()
    const [segment = ''] = await journalFiles()
    const file = path.join(dataDir, 'journal', segment)
    // Cut in the midst of a record, a good way before the end.
    const cut = (await readFile(file)).subarray(0, -20_000)
    await writeFile(file, cut)
    expect(await codeOf(open())).toBe('MISMATCH')
    expect(await readFile(file)).toEqual(cut)
  })

  it('never claims of what it cuts that it was not acknowledged (SR7)', async () => {
    const core = await open()
    await trade(core, { seed: 16, steps: 100 })
    await abandon(core)
    const [segment = ''] = await journalFiles()
    await appendFile(path.join(dataDir, 'journal', segment), 'half a record')
    const warnings: { message: string; fields: LogFields | undefined }[] = []
    const again = await open({
      log: { ...silentLog, warn: (message, fields) => void warnings.push({ message, fields }) },
    })
    expect(warnings).toMatchObject([
      {
        message: expect.stringContaining('it is not known') as string,
        fields: { bytes: 13, durableSeq: core.lastSeq(), lastSeq: core.lastSeq() },
      },
    ])
    await again.stop()
    await core.stop().catch(() => {})
  })

  it('refuses to start after a balance changed behind the journal', async () => {
    const core = await open()
    await trade(core, { seed: 12, steps: 200 })
    await core.stop()
    await db.query(
      `update ledger_account set balance = balance + 1 where id = (select max(id)
        from ledger_account where owner like 'user:%')`,
    )
    expect(await codeOf(open())).toBe('MISMATCH')
  })

  it('refuses to start if the replay reaches another state', async () => {
    const core = await open()
    await trade(core, { seed: 13, steps: 300 })
    await core.stop()
    // Without its snapshot the whole journal is replayed, past the check that the snapshot left in
    // it.
    await removeSnapshots()
    await (await open()).stop()
    await removeSnapshots()
    await spoilCheck()
    expect(await codeOf(open())).toBe('CORRUPT')
  })
})

describe('what users receive', () => {
  it('limits what waits for a stalled disk (SR5)', async () => {
    const core = await open()
    for (let nth = 0; nth < 3; nth++)
      core.execute({ kind: 'open', at: nth, userId: `waits-${nth}`, assets: ['USDT'] })
    expect(core.backlog()).toBe(3)
    await core.settled()
    expect(core.backlog()).toBe(0)
    await core.stop()
  })

  it('comes in order, after it is on disk and never before', async () => {
    const core = await open()
    const received: number[] = []
    core.onPublished((seq: number, effects: Effects) => {
      expect(
        effects.orders.length + effects.accounts.length + effects.transactions.length,
      ).toBeGreaterThan(0)
      received.push(seq)
    })
    const nextCommand = createCommandFlow(14)
    for (let step = 0; step < 50; step++) core.execute(nextCommand(core.state))
    expect(received).toEqual([])
    await core.durable()
    expect(received.length).toBeGreaterThan(5)
    expect(received).toEqual([...received].sort((a, b) => a - b))
    await core.stop()
  })

  it('a listener that throws harms neither the order nor the next listener', async () => {
    const core = await open()
    const received: string[] = []
    core.onPublished(() => {
      throw new Error('a fault of the listener')
    })
    core.onMarket(() => {
      throw new Error('another one')
    })
    core.onPublished(() => void received.push('record'))
    core.execute({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId: 'ann',
      key: 'g',
      funds: { USDT: '100000000000' },
    })
    core.execute({ kind: 'house', at: 1, rows: [['BTCUSDT', 'h', 'slg', 100, 5]] })
    await core.settled()
    expect(received).toEqual(['record'])
    expect(core.halted()).toBeUndefined()
    await core.stop()
  })

  it("shows a listener's trades after what it was shown", async () => {
    const core = await open()
    const shown: string[] = []
    let isFirst = true
    core.onMarket((effect) => {
      if (isFirst) core.execute({ kind: 'house', at: 1, rows: [['BTCUSDT', 'b', 'slg', 101, 5]] })
      isFirst = false
      shown.push(effect.level.join('@'))
    })
    core.execute({
      kind: 'house',
      at: 1,
      rows: [
        ['BTCUSDT', 'a', 'slg', 100, 5],
        ['BTCUSDT', 'c', 'slg', 102, 5],
      ],
    })
    expect(shown).toEqual(['100@5', '102@5', '101@5'])
    await core.stop()
  })
})

describe('trading stops for good', () => {
  it('reads settled data after trading stopped (SR11)', async () => {
    const core = await open({ segmentBytes: 1 })
    const grant = (key: string) =>
      core.execute({
        kind: 'grant',
        at: 1,
        realm: 'live',
        userId: 'ann',
        key,
        funds: { USDT: '7' },
      })
    grant('first')
    await core.durable()
    await rm(path.join(dataDir, 'journal'), { recursive: true })
    grant('second')
    await expect(core.durable()).rejects.toMatchObject({ code: 'FAILED' })
    expect(core.halted()).toMatchObject({ code: 'FAILED' })
    await core.settled()
    expect(
      await db.query("select idempotency_key as key from ledger_transaction where scope = 'grant'"),
    ).toEqual([{ key: 'first' }])
    await core.stop()
  })

  it('stops trading for good after a command failed half-way', async () => {
    const core = await open()
    expect(() => core.execute({ kind: 'paperFill', at: 1, orderId: 99, lots: 1 })).toThrow(
      RangeError,
    )
    expect(core.halted()).toBeInstanceOf(RangeError)
    expect(() => core.execute({ kind: 'open', at: 1, userId: 'ann' })).toThrow()
    await core.stop()
  })
})
