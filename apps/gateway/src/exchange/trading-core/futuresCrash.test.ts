import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { changeableState } from '../../testing/changeableState.ts'
import { timelessText } from '../../testing/stateText.ts'
import { fundingCommands } from '../futures/funding.ts'
import { ladderPass } from '../futures/liquidation.ts'
import { checkFuturesInvariants } from '../futures/testing/checkFuturesInvariants.ts'
import { FUTURES_INSTRUMENTS } from '../futures/testing/futuresFixture.ts'
import { decodePayload } from '../journal/commandBytes.ts'
import { createRecordReader } from '../journal/recordReader.ts'
import { checkLedger } from '../ledger/invariants.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { openTradingCore } from './openTradingCore.ts'

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2)
const child = fileURLToPath(new URL('../../testing/futuresCrashChild.ts', import.meta.url))

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'futures-crash-'))))
afterAll(() => rm(dataDir, { recursive: true }))

interface Killed {
  readonly onDisk: number
  readonly hash: string | undefined
  /** The first command of the pass that was cut off, and what it did not get to. */
  readonly began: number
  readonly next: ExchangeCommand
}

/** Lets a core work until it is in the midst of it, kills it, and says where it was by then. */
async function killInTheMidst(of: {
  readonly round: number
  readonly midst: 'ladder' | 'funding'
  readonly steps: number
}): Promise<Killed> {
  const names = [dataDir, String(of.round), of.midst, String(of.steps)]
  const core = spawn(process.execPath, ['--conditions=x-source', child, ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(core, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    core.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('midst\n')) resolve()
    })
    core.on('exit', () => reject(new Error(`The core ended: ${output.slice(-500)}`)))
  })
  core.kill('SIGKILL')
  await exit
  return {
    onDisk: Number(/.*durable (\d+)\n/s.exec(output)?.[1]),
    hash: /hash (\w+)\n/.exec(output)?.[1],
    began: Number(/began (\d+)\n/.exec(output)?.[1]),
    next: JSON.parse(/next (.*)\n/.exec(output)?.[1] ?? 'null') as ExchangeCommand,
  }
}

/** What the journal has of one kind of command, from one record to another. */
async function journalled(
  kind: ExchangeCommand['kind'],
  { from, through }: { readonly from: number; readonly through: number },
): Promise<ExchangeCommand[]> {
  const found: ExchangeCommand[] = []
  const reader = createRecordReader(path.join(dataDir, 'journal'), { nextSeq: from })
  await reader.read({
    through,
    visit(_seq, payload) {
      const command = decodePayload(payload) as ExchangeCommand
      if (command.kind === kind) found.push(command)
    },
  })
  return found
}

/** What names a step of a ladder or a part of a funding, whenever it is run. */
const nameOf = (command: ExchangeCommand): string =>
  command.kind === 'liquidate'
    ? `${command.realm} ${command.wallet} ${command.asset} ${command.step}`
    : command.kind === 'funding'
      ? `${command.symbol} ${command.part} of ${command.of}`
      : command.kind

it('loses nothing by kills in ladders and fundings (futures F6, futures F11)', async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const midst = round % 2 === 1 ? 'ladder' : 'funding'
    const { onDisk, hash, began, next } = await killInTheMidst({
      round,
      midst,
      steps: 1 + (round % 7),
    })
    const db = await openDatabase({ dataDir })
    const core = await openTradingCore({
      db,
      clock: browserClock(),
      dataDir,
      instruments: FUTURES_INSTRUMENTS,
      log: silentLog,
    })
    expect(core.lastSeq()).toBeGreaterThanOrEqual(onDisk)
    const killedAt = core.lastSeq()
    const kind = midst === 'ladder' ? 'liquidate' : 'funding'
    const before = await journalled(kind, { from: began, through: killedAt })
    expect(before.length).toBeGreaterThan(0)
    expect(next.kind).toBe(kind)
    // A part of a funding is run once; of a wallet that is still due another step may follow.
    if (next.kind === 'funding') expect(before.map(nameOf)).not.toContain(nameOf(next))
    const state = changeableState(core.state)
    expect(createHash('sha256').update(timelessText(state)).digest('hex')).toBe(hash)
    expect(checkFuturesInvariants(state, { midTurn: true })).toEqual([])
    const unfinished = [...core.state.futures.fundings]
    expect(unfinished.length).toBe(midst === 'funding' ? 1 : 0)
    // As the driver does at the start: the rest of the funding, then the ladder.
    for (const [symbol, progress] of unfinished)
      for (const command of fundingCommands(core.state, { symbol, at: 1, ...progress }))
        core.execute(command)
    for (const command of ladderPass(core.state, { at: 2 })) core.execute(command)
    await core.settled()
    const after = await journalled(kind, { from: killedAt + 1, through: core.lastSeq() })
    expect(after.map(nameOf)).toContain(nameOf(next))
    expect(core.state.futures.fundings.size).toBe(0)
    const faults = checkFuturesInvariants(state).filter((fault) => !fault.endsWith('is due'))
    expect(faults).toEqual([])
    expect(await checkLedger(db)).toEqual([])
    await core.stop()
    await db.close()
  }
}, 3_600_000)
