import { decodePayload, type Payload } from '../journal/commandBytes.ts'
import { JournalError } from '../journal/JournalError.ts'
import { assertKnownRules, type KnownRules } from './knownRules.ts'
import type { Snapshot } from './snapshot.ts'
import { LedgerError } from '../ledger/LedgerError.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { Exchange } from '../createExchange.ts'
import type { Effects } from '../state/effects.ts'
import type { CheckRecord, ReplayCheck } from '../state/replayCheck.ts'
import { createRules } from '../state/rules.ts'
import { createState } from '../state/state.ts'
import { createStateLoader, type LoadedState } from './stateParts.ts'

/**
 * What journals of before there were check records have in their place: a hash of a whole state in
 * a form that is written no longer.
 */
interface Mark {
  readonly kind: 'mark'
  /** The pairs of then; absent in marks from before new ones could join. */
  readonly pairs?: readonly string[]
}

/**
 * The state of a snapshot, or an empty one. `knownRules`: as a program of an earlier version knows
 * them; default: all of `rules.ts`.
 * @throws LedgerError MISMATCH for pairs that are gone, JournalError RULES for unknown rules
 */
export async function loadState(
  snapshot: Snapshot | undefined,
  instruments: readonly Instrument[],
  { knownRules }: KnownRules = {},
): Promise<LoadedState> {
  const rules = createRules(knownRules)
  if (!snapshot) return { state: createState(instruments, undefined, rules), pairs: [] }
  const loader = createStateLoader(instruments, {
    assertListed: (ids) => assertListed(ids, instruments),
    rules,
  })
  for await (const part of snapshot.parts()) loader.add(part)
  return loader.finish()
}

/** The first record of a leader's epoch. It changes nothing and fences who led before. */
export interface LeadRecord {
  readonly kind: 'lead'
  readonly epoch: number
}

export const leadRecord = (epoch: number): string =>
  JSON.stringify({ kind: 'lead', epoch } satisfies LeadRecord)

export interface Replayed {
  readonly seq: number
  readonly payload: Payload
  readonly instruments: readonly Instrument[]
  /** The record was one that checks, and the replay agrees with it. */
  readonly onChecked?: () => void
}

/**
 * Runs one record of the journal again. Answers what it did, or nothing for a record that only
 * checks.
 * @throws JournalError CORRUPT where the replay leads elsewhere than the first run did, RULES for
 * rules that are not known here, LedgerError MISMATCH for pairs that are gone
 */
export function replayRecord(
  exchange: Exchange,
  check: ReplayCheck,
  { seq, payload, instruments, onChecked }: Replayed,
): Effects | undefined {
  const command = decodePayload(payload) as ExchangeCommand | CheckRecord | LeadRecord | Mark
  if (command.kind === 'lead') return undefined
  if (command.kind === 'mark') {
    assertListed(command.pairs, instruments)
    return undefined
  }
  if (command.kind === 'check') {
    assertListed(command.pairs, instruments)
    if (!check.agrees(seq, command))
      throw new JournalError('CORRUPT', 'The replayed state is not the one that was recorded.', {
        detail: { seq },
      })
    onChecked?.()
    return undefined
  }
  if (command.kind === 'upgrade')
    assertKnownRules(exchange.state.rules, command.version, `The log from record ${seq} on`)
  if ('symbol' in command) assertListed([command.symbol], instruments)
  const outcome = exchange.execute(command, { isJournalled: true })
  if ('refused' in outcome)
    throw new JournalError('CORRUPT', 'A journalled command was refused at replay.', {
      detail: { seq },
    })
  check.add(outcome.effects, { isReplayed: true })
  return outcome.effects
}

/** Instruments may join and do not leave (docs/adr/journal.md). */
function assertListed(
  ids: readonly string[] | undefined,
  instruments: readonly Instrument[],
): void {
  const gone = (ids ?? []).filter((known) => !instruments.some(({ id }) => id === known))
  if (gone.length > 0)
    throw new LedgerError(
      'MISMATCH',
      'The journal knows pairs that are no longer listed; pause a pair instead of taking it away.',
      { detail: { pairs: gone.join(' ') } },
    )
}
