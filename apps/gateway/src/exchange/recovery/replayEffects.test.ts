import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { encodePayload } from '../journal/commandBytes.ts'
import { encodeRecord } from '../journal/record.ts'
import type { CommandLog, LogBatch } from '../ports/CommandLog.ts'
import { writeSnapshot } from '../snapshots/snapshot.ts'
import { dumpState } from '../snapshots/stateParts.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { replayEffects, type ReplayedEffect, type ReplayEffectsOptions } from './replayEffects.ts'

let dir: string
beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'replay-'))))
afterEach(() => rm(dir, { recursive: true }))

const grant = (key: string, atoms = '500'): ExchangeCommand => ({
  kind: 'grant',
  at: 1,
  realm: 'live',
  userId: '1',
  key,
  funds: { USDT: atoms },
})
const send = (clientOid: string, atoms: string): ExchangeCommand => ({
  kind: 'transfer',
  at: 2,
  askedBy: '1',
  clientOid,
  fromUserId: '1',
  toUserId: '2',
  asset: 'USDT',
  atoms,
})

/** Records from 1 on, as a log gives them. */
function logOf(commands: readonly object[]): Pick<CommandLog, 'read'> {
  return {
    async *read(_shard, { from }) {
      const records = commands.slice(from - 1).map((command, at) => {
        const payload = encodePayload(command)
        return encodeRecord({
          seq: from + at,
          durable: 0,
          payload: typeof payload === 'string' ? payload : Uint8Array.from(payload),
        })
      })
      const bytes = Uint8Array.from(Buffer.concat(records))
      const batch: LogBatch = { after: from - 1, through: commands.length, epoch: 0, bytes }
      if (records.length > 0) yield batch
    },
  }
}

async function replay(
  commands: readonly object[],
  options: Partial<ReplayEffectsOptions> = {},
): Promise<{ after: number; effects: readonly ReplayedEffect[] }> {
  const { after, batches } = await replayEffects({
    log: logOf(commands),
    shard: 0,
    dir,
    instruments: SPOT_SYMBOLS,
    notAfter: 0,
    ...options,
  })
  const effects: ReplayedEffect[] = []
  for await (const batch of batches) effects.push(...batch)
  return { after, effects }
}

describe('a log that is run again', () => {
  it('gives each command with what it comes to', async () => {
    const { after, effects } = await replay([grant('a'), send('x', '100')])
    expect(after).toBe(0)
    expect(effects.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual(['1 grant', '2 transfer'])
    expect(effects.every(({ digest }) => /^[0-9a-f]{16}$/.test(digest))).toBe(true)
  })

  it('comes to the same again, and to something else after any change', async () => {
    const digests = async (atoms: string) =>
      (await replay([grant('a'), send('x', atoms)])).effects.map(({ digest }) => digest)
    const [first, again, other] = [await digests('100'), await digests('100'), await digests('99')]
    expect(again).toEqual(first)
    expect([other[0] === first[0], other[1] === first[1]]).toEqual([true, false])
  })

  it('goes on after a command that is refused today', async () => {
    const { effects } = await replay([grant('a'), send('x', '501'), send('y', '500')])
    expect(effects.map(({ digest }) => digest.startsWith('refused:'))).toEqual([false, true, false])
    expect(effects[1]?.digest).toBe('refused:balance')
  })

  it('takes what a journal took, whose keys are forgotten sooner', async () => {
    // The key was forgotten between the two when they were journalled.
    const { effects } = await replay([grant('a'), send('x', '1'), send('x', '1')])
    expect(effects.some(({ digest }) => digest.startsWith('refused:'))).toBe(false)
  })

  it('leaves out what only checks or fences', async () => {
    const { effects } = await replay([
      grant('a'),
      { kind: 'check', since: 0, hash: 'h', pairs: [] },
      { kind: 'lead', epoch: 2 },
      { kind: 'mark' },
      send('x', '1'),
    ])
    expect(effects.map(({ seq }) => seq)).toEqual([1, 5])
  })

  it('changes nothing of the log, and of no state beside it', async () => {
    const commands = [grant('a'), send('x', '1')]
    const text = JSON.stringify(commands)
    await replay(commands)
    expect(JSON.stringify(commands)).toBe(text)
  })
})

describe('a log that is run again from a snapshot', () => {
  it('begins after it, with the funds that it has', async () => {
    const commands = [grant('a'), send('x', '100'), send('y', '400')]
    const exchange = createExchange(SPOT_SYMBOLS)
    for (const command of commands.slice(0, 2)) exchange.execute(command)
    writeSnapshot(dir, { seq: 2, parts: dumpState(exchange.state) })
    const whole = await replay(commands)
    const rest = await replay(commands, { notAfter: 2 })
    expect(rest).toEqual({ after: 2, effects: whole.effects.slice(2) })
    // Later snapshots are no use where it is to begin before them.
    expect((await replay(commands, { notAfter: 1 })).after).toBe(0)
  })
})

describe('a log with an upgrade of the rules', () => {
  const upgrade = { kind: 'upgrade', at: 1, version: 2 } as const

  it('is run by the rules of then', async () => {
    const { effects } = await replay([grant('a'), upgrade, send('x', '1')])
    expect(effects.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
      '1 grant',
      '2 upgrade',
      '3 transfer',
    ])
  })

  it('is run by later rules from the beginning, without its upgrade', async () => {
    const { effects } = await replay([grant('a'), upgrade, send('x', '1')], { rules: 2 })
    expect(effects.map(({ kind }) => kind)).toEqual(['grant', 'transfer'])
  })

  it('is not run by rules that this program does not know', async () => {
    await expect(replay([grant('a')], { rules: 99 })).rejects.toMatchObject({
      code: 'RULES',
      detail: { version: 99 },
    })
    await expect(replay([grant('a'), { ...upgrade, version: 99 }])).rejects.toMatchObject({
      code: 'RULES',
      message: expect.stringContaining('The log from record 2 on') as string,
    })
  })
})
