import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { createFuturesFlow } from '../futures/testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from '../futures/testing/futuresFixture.ts'
import { decodePayload, encodePayload } from '../journal/commandBytes.ts'
import { loadState, replayRecord } from '../snapshots/replay.ts'
import { readSnapshot, writeSnapshot } from '../snapshots/snapshot.ts'
import { dumpState } from '../snapshots/stateParts.ts'
import type { ExchangeCommand } from './command.ts'
import type { Outcome } from './effects.ts'
import { effectsText } from './effectsText.ts'
import { createReplayCheck } from './replayCheck.ts'
import { FIRST_RULES, LATEST_RULES, RULES } from './rules.ts'
import type { ExchangeState } from './state.ts'

const instruments = FUTURES_INSTRUMENTS
/** Kind and hash of each part but the one of the rules. */
const digestsOf = (state: ExchangeState) =>
  [...dumpState(state)]
    .filter(({ kind }) => kind !== 'rules')
    .map(({ kind, bytes }) => `${kind} ${createHash('sha256').update(bytes).digest('hex')}`)
const outcomeText = (outcome: Outcome) =>
  'refused' in outcome ? `refused ${outcome.refused.reason}` : effectsText(outcome.effects)
const upgrade = (version: number, at = 1) => ({ kind: 'upgrade', at, version }) as const

function withoutStrictness(command: ExchangeCommand): ExchangeCommand {
  const { isStrict: _, ...rest } = command as ExchangeCommand & { readonly isStrict?: true }
  return rest as ExchangeCommand
}

it('names every version once, the first to the latest', () => {
  expect(RULES.map(({ version }) => version)).toEqual(
    Array.from({ length: LATEST_RULES }, (_, at) => FIRST_RULES + at),
  )
  expect(RULES.every(({ change }) => change.length > 0)).toBe(true)
})

it.each([0, 1, LATEST_RULES + 1, 1.5, Number.NaN])('does not switch from 1 to %s', (version) => {
  const { state, execute } = createExchange(instruments)
  expect(() => execute(upgrade(version))).toThrow(RangeError)
  expect(state.rules.version).toBe(1)
})

describe('rules of version 2', () => {
  /** The former rules with the flag on each command, and the later ones without it. */
  function compare({ seed, steps, switchAt }: Record<'seed' | 'steps' | 'switchAt', number>) {
    const next = createFuturesFlow(seed)
    const [flagged, upgraded] = [createExchange(instruments), createExchange(instruments)]
    let strict = 0
    for (let step = 0; step < steps; step++) {
      const command = next(flagged.state)
      if (step === switchAt) upgraded.execute(upgrade(2, command.at))
      const bare = step < switchAt ? command : withoutStrictness(command)
      if ('isStrict' in command && step >= switchAt) strict++
      const [one, other] = [flagged.execute(command), upgraded.execute(bare)]
      expect({ step, text: outcomeText(other) }).toEqual({ step, text: outcomeText(one) })
    }
    expect(digestsOf(upgraded.state)).toEqual(digestsOf(flagged.state))
    return strict
  }

  it.each([1, 2, 3])('come to what the flag asked for, seed %i (CR0)', (seed) => {
    expect(compare({ seed, steps: 1_500, switchAt: 200 })).toBeGreaterThan(100)
  })

  it('leave commands of before as they were judged', () => {
    const differs = Array.from({ length: 20 }, (_, seed) => {
      const next = createFuturesFlow(seed + 1)
      const [flagged, bare] = [createExchange(instruments), createExchange(instruments)]
      for (let step = 0; step < 400; step++) {
        const command = next(flagged.state)
        const [one, other] = [flagged.execute(command), bare.execute(withoutStrictness(command))]
        if (outcomeText(one) !== outcomeText(other)) return true
      }
      return false
    })
    expect(differs).toContain(true)
  })
})

describe('a log with an upgrade', () => {
  let dir: string
  beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'rules-'))))
  afterEach(() => rm(dir, { recursive: true }))

  /** Commands with an upgrade in their midst, and what a check after them must come to. */
  function record() {
    const next = createFuturesFlow(7)
    const exchange = createExchange(instruments)
    const check = createReplayCheck(exchange.state, { since: 0 })
    const records: (string | Uint8Array)[] = []
    for (let step = 0; step < 600; step++) {
      const command = step === 300 ? upgrade(2, 1_000) : withoutStrictness(next(exchange.state))
      const outcome = exchange.execute(command)
      if ('refused' in outcome) continue
      check.add(outcome.effects)
      const payload = encodePayload(command)
      records.push(typeof payload === 'string' ? payload : Uint8Array.from(payload))
    }
    const upgradedAt = records.findIndex(isUpgrade)
    records.push(JSON.stringify(check.take(records.length + 1)))
    return { exchange, records, upgradedAt }
  }

  const isUpgrade = (payload: string | Uint8Array) =>
    (decodePayload(payload) as ExchangeCommand).kind === 'upgrade'

  async function replay(
    records: readonly (string | Uint8Array)[],
    { from = 0, knownRules }: { readonly from?: number; readonly knownRules?: number } = {},
  ) {
    const snapshot = from === 0 ? undefined : await readSnapshot(dir, { notAfter: from })
    const { state } = await loadState(snapshot, instruments, { knownRules })
    const exchange = createExchange(instruments, state)
    const check = createReplayCheck(state, { since: from })
    let checked = 0
    for (const [at, payload] of records.entries())
      if (at >= from)
        replayRecord(exchange, check, {
          seq: at + 1,
          payload,
          instruments,
          onChecked: () => checked++,
        })
    return { exchange, checked }
  }

  it('is replayed to the same state and hash (CR0)', async () => {
    const { exchange, records } = record()
    const again = await replay(records)
    expect(again.checked).toBe(1)
    expect(again.exchange.state.rules.version).toBe(2)
    expect(digestsOf(again.exchange.state)).toEqual(digestsOf(exchange.state))
  })

  it('is replayed from snapshots before and after it (CR0)', async () => {
    const { exchange, records, upgradedAt } = record()
    for (const [from, version] of [
      [upgradedAt - 50, 1],
      [upgradedAt + 50, 2],
    ] as const) {
      const before = await replay(records.slice(0, from))
      expect(before.exchange.state.rules.version).toBe(version)
      writeSnapshot(dir, { seq: from, parts: dumpState(before.exchange.state) })
      const { state } = (await replay(records, { from })).exchange
      expect(state.rules.version).toBe(2)
      expect(digestsOf(state)).toEqual(digestsOf(exchange.state))
    }
  })

  it('stops who does not know the version, at its record (CR0)', async () => {
    const { records, upgradedAt } = record()
    await expect(replay(records, { knownRules: 1 })).rejects.toMatchObject({
      code: 'RULES',
      message:
        `The log from record ${upgradedAt + 1} on has rules of version 2, and this program ` +
        'knows them up to version 1. Start a newer one.',
    })
    await replay(records.slice(0, upgradedAt), { knownRules: 1 })
  })

  it('has snapshots that who does not know the version refuses (CR0)', async () => {
    const { records, upgradedAt } = record()
    const from = upgradedAt + 1
    const { exchange } = await replay(records.slice(0, from))
    writeSnapshot(dir, { seq: from, parts: dumpState(exchange.state) })
    await expect(replay(records, { from, knownRules: 1 })).rejects.toMatchObject({
      code: 'RULES',
      detail: { version: 2, known: 1 },
    })
  })
})
