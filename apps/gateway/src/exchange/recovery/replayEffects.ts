import { createHash } from 'node:crypto'
import { createExchange } from '../createExchange.ts'
import type { Instrument } from '../instruments/Instrument.ts'
import { decodePayload, type Payload } from '../journal/commandBytes.ts'
import { readRecords } from '../journal/record.ts'
import type { CommandLog } from '../ports/CommandLog.ts'
import { assertKnownRules } from '../snapshots/knownRules.ts'
import { loadState } from '../snapshots/replay.ts'
import { readSnapshot } from '../snapshots/snapshot.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { upgradeRules } from '../state/rules.ts'
import { effectsText } from '../state/effectsText.ts'

export interface ReplayEffectsOptions {
  readonly log: Pick<CommandLog, 'read'>
  readonly shard: number
  /** Of the snapshots. */
  readonly dir: string
  readonly instruments: readonly Instrument[]
  /** It begins after the newest snapshot that is not after this record. 0: with the first one. */
  readonly notAfter: number
  /** Every command is executed by these rules, as if they had been in force from the beginning. */
  readonly rules?: number | undefined
}

/** What one command of a log comes to under the rules of this program. */
export interface ReplayedEffect {
  readonly seq: number
  /** The kind of the command. */
  readonly kind: string
  /** Of all that it did; or `refused:` with the reason, where these rules do not take it. */
  readonly digest: string
}

export interface EffectsReplay {
  /** The record of the snapshot that it begins after; 0: the log's beginning. */
  readonly after: number
  /** The commands of the log, batch by batch. What only checks or fences is left out. */
  readonly batches: AsyncGenerator<readonly ReplayedEffect[]>
}

const DIGEST_CHARACTERS = 16
/** Records that no command is in. */
const OTHERS: ReadonlySet<string> = new Set(['check', 'lead', 'mark'])

/**
 * Runs a log again beside the gateway that trades, and changes nothing in it. A command that is
 * refused now changes nothing, and the replay goes on: what follows from it differs too.
 */
export async function replayEffects({
  log,
  shard,
  dir,
  instruments,
  notAfter,
  rules = 0,
}: ReplayEffectsOptions): Promise<EffectsReplay> {
  const snapshot = notAfter === 0 ? undefined : await readSnapshot(dir, { notAfter })
  const { state } = await loadState(snapshot, instruments)
  const exchange = createExchange(instruments, state)
  if (rules > state.rules.version) {
    assertKnownRules(state.rules, rules, '--rules')
    upgradeRules(state, { version: rules })
  }
  const after = snapshot?.seq ?? 0

  function run(seq: number, payload: Payload): ReplayedEffect | undefined {
    const command = decodePayload(payload) as ExchangeCommand
    const { kind } = command
    if (OTHERS.has(kind)) return undefined
    if (command.kind === 'upgrade') {
      if (command.version <= state.rules.version) return undefined
      assertKnownRules(state.rules, command.version, `The log from record ${seq} on`)
    }
    const outcome = exchange.execute(command, { isJournalled: true })
    if ('refused' in outcome) return { seq, kind, digest: `refused:${outcome.refused.reason}` }
    return { seq, kind, digest: digestOf(effectsText(outcome.effects)) }
  }

  async function* batches(): AsyncGenerator<readonly ReplayedEffect[]> {
    for await (const batch of log.read(shard, { from: after + 1 })) {
      const done: ReplayedEffect[] = []
      readRecords(batch, (seq, payload) => {
        const effect = run(seq, payload)
        if (effect) done.push(effect)
      })
      yield done
    }
  }

  return { after, batches: batches() }
}

const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARACTERS)
