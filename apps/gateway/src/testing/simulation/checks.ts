import { createExchange, type Exchange } from '../../exchange/createExchange.ts'
import type { Instrument } from '../../exchange/instruments/Instrument.ts'
import { decodePayload } from '../../exchange/journal/commandBytes.ts'
import { readRecords } from '../../exchange/journal/record.ts'
import { replayRecord } from '../../exchange/snapshots/replay.ts'
import { effectsText } from '../../exchange/state/effectsText.ts'
import { createReplayCheck } from '../../exchange/state/replayCheck.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { stateText } from '../stateText.ts'
import { nameOf, type Diary } from './diary.ts'
import { accountKey, type LedgerServer } from './LedgerServer.ts'
import type { BatchRow } from './logTables.ts'
import type { Asked, Published } from './Machine.ts'

/** One machine, fed with all that is in the log: what every other must have come to. */
export interface Reference {
  readonly exchange: Exchange
  readonly seq: number
  /** What each record did. */
  readonly effects: ReadonlyMap<number, string>
  /** The names of what was asked once, with the numbers that they got. */
  readonly numbers: ReadonlyMap<string, readonly string[]>
  readonly records: number
}

/** @throws where the log has a hole, is damaged, or was appended to by a former leader */
export function replayAll(
  batches: readonly BatchRow[],
  instruments: readonly Instrument[],
): Reference {
  const exchange = createExchange(instruments)
  const check = createReplayCheck(exchange.state, { since: 0 })
  const effects = new Map<number, string>()
  const numbers = new Map<string, string[]>()
  let seq = 0
  let epoch = 0
  for (const batch of batches) {
    if (batch.after !== seq) throw new Error(`The log has a hole after ${seq}.`)
    if (batch.epoch < epoch)
      throw new Error(`A leader of epoch ${batch.epoch} appended after one of epoch ${epoch}.`)
    epoch = batch.epoch
    readRecords({ ...batch, bytes: new Uint8Array(batch.bytes) }, (at, payload) => {
      seq = at
      const done = replayRecord(exchange, check, { seq: at, payload, instruments })
      if (!done) return
      effects.set(at, effectsText(done))
      const name = nameOf(decodePayload(payload) as Asked)
      const number = done.transfers[0]?.id ?? done.keys?.[0]?.answer?.orderId
      if (name !== undefined && number !== undefined)
        numbers.set(name, [...(numbers.get(name) ?? []), String(number)])
    })
  }
  return { exchange, seq, effects, numbers, records: effects.size }
}

/** Nothing acknowledged is lost, nothing was done twice, no epoch had two leaders. */
export function judgeDiaries(diaries: readonly Diary[], reference: Reference): string[] {
  const found = diaries.flatMap(({ contradictions }) => contradictions)
  const leaders = new Map<number, Set<unknown>>()
  for (const diary of diaries) {
    for (const [name, number] of diary.acknowledged)
      if (!reference.numbers.get(name)?.includes(number))
        found.push(`${name} was acknowledged as ${number} and is lost`)
    for (const [epoch, by] of diary.leaders)
      for (const one of by) leaders.set(epoch, (leaders.get(epoch) ?? new Set()).add(one))
  }
  for (const [name, numbers] of reference.numbers)
    if (numbers.length > 1 && name.includes(' t'))
      found.push(`${name} was done ${numbers.length} times`)
  for (const [epoch, by] of leaders)
    if (by.size > 1) found.push(`${by.size} leaders acknowledged in epoch ${epoch}`)
  return found
}

/** What anybody was shown is in the log as it was shown. */
export const judgePublished = (published: readonly Published[], { effects }: Reference): string[] =>
  published
    .filter(({ seq, text }) => effects.get(seq) !== text)
    .map(({ seq }) => `What was shown of record ${seq} is not what the log has there`)
    .slice(0, 3)

/** The replica has the state of the reference, in which the sums are zero. */
export function judgeState(name: string, state: ExchangeView, reference: Reference): string[] {
  const same = stateText(state) === stateText(reference.exchange.state)
  return same ? [] : [`${name} came to another state than the reference`]
}

export function judgeSums({ exchange }: Reference): string[] {
  const sums = new Map<string, bigint>()
  for (const { realm, asset, balance } of exchange.state.accounts.all())
    sums.set(`${realm} ${asset}`, (sums.get(`${realm} ${asset}`) ?? 0n) + balance)
  return [...sums].filter(([, sum]) => sum !== 0n).map(([of, sum]) => `The sum of ${of} is ${sum}`)
}

/** The ledger has what the reference has, and each name once. */
export function judgeLedger(ledger: LedgerServer, { exchange }: Reference): string[] {
  const found: string[] = []
  for (const { realm, owner, asset, balance, held } of exchange.state.accounts.all()) {
    const key = accountKey(realm, owner, asset)
    if ((ledger.balances.get(key) ?? 0n) !== balance || (ledger.held.get(key) ?? 0n) !== held)
      found.push(`The ledger has another balance of ${key}`)
  }
  for (const [name, numbers] of ledger.uses)
    if (numbers.size > 1 && name.includes(' t')) found.push(`The ledger has ${name} twice`)
  return found.slice(0, 3)
}
