import { createHash } from 'node:crypto'
import type { Effects } from './effects.ts'
import { createEffectsHash, type EffectsHash } from './effectsHash.ts'
import { effectsText } from './effectsText.ts'
import type { ExchangeState } from './state.ts'

/**
 * A record in the journal: what every replay of the commands since another record must have come
 * to.
 */
export interface CheckRecord {
  readonly kind: 'check'
  /**
   * What the hash covers. 3: the whole effects, numbers as bytes. 2: the same as text. Absent: a
   * few numbers of them. Only the latest is written; journals from before may hold the others.
   */
  readonly version?: 2 | 3
  /** The commands after this record are counted. */
  readonly since: number
  /** SHA-256 over what each of them did. */
  readonly hash: string
  /** The ids of the instruments of then. */
  readonly pairs: readonly string[]
}

/** Hashes what commands do, on the leader and on every replica alike. */
export interface ReplayCheck {
  /**
   * `isReplayed`: the command comes from a journal, whose next check record may be of any version.
   */
  add(effects: Effects, options?: { readonly isReplayed?: boolean }): void
  /** The record for now; counting begins anew after it. */
  take(seq: number): CheckRecord
  /**
   * `false`: this replica did something else. A record that counts from elsewhere proves nothing,
   * and is passed over.
   */
  agrees(seq: number, record: CheckRecord): boolean
}

const BLOCK_CHARACTERS = 16 * 1024
const LATEST = 3

export function createReplayCheck(
  state: ExchangeState,
  { since }: { readonly since: number },
): ReplayCheck {
  const latest = createEffectsHash()
  const former: readonly { readonly version: 1 | 2; readonly hash: EffectsHash }[] = [
    { version: 1, hash: createTextHash(formerLine) },
    {
      version: 2,
      hash: createTextHash(
        (effects, { order, trade, fill }) => `${order} ${trade} ${fill} ${effectsText(effects)}\n`,
      ),
    },
  ]
  let from = since
  /** All commands since `from` are in the former hashes too, which the next record may need. */
  let hasFormer = true
  let oldest = 1

  /** The next count begins after `seq`. */
  function restart(seq: number): void {
    from = seq
    hasFormer = true
  }

  return {
    add(effects, { isReplayed = false } = {}) {
      latest.add(effects, state.next)
      hasFormer &&= isReplayed
      // No record of an older version follows one of a later version.
      if (hasFormer)
        for (const { version, hash } of former) if (version >= oldest) hash.add(effects, state.next)
    },
    take(seq) {
      const record = { since: from, hash: latest.end(), pairs: [...state.markets.keys()] }
      for (const { hash } of former) hash.end()
      restart(seq)
      return { kind: 'check', version: LATEST, ...record }
    },
    agrees(seq, { version = 1, since: counted, hash }) {
      const hashes = new Map<number, string>([[LATEST, latest.end()]])
      for (const each of former) hashes.set(each.version, each.hash.end())
      const isComparable =
        counted === from && (version === LATEST || (hasFormer && version >= oldest))
      restart(seq)
      oldest = Math.max(oldest, version)
      return !isComparable || hash === hashes.get(version)
    },
  }
}

/** SHA-256 over one text for each command, fed in blocks. */
function createTextHash(
  textOf: (effects: Effects, counters: ExchangeState['next']) => string,
): EffectsHash {
  let hash = createHash('sha256')
  let text = ''
  return {
    add(effects, counters) {
      text += textOf(effects, counters)
      if (text.length < BLOCK_CHARACTERS) return
      hash.update(text)
      text = ''
    },
    end() {
      const digest = hash.update(text).digest('hex')
      hash = createHash('sha256')
      text = ''
      return digest
    },
  }
}

/** What check records without a version cover of a command. */
function formerLine(
  { orders, accounts, market }: Effects,
  { order, trade, fill }: ExchangeState['next'],
): string {
  let line = `${order} ${trade} ${fill}`
  for (const { id, status, lots, filledLots, held, fee } of orders)
    line += `|${id} ${status} ${lots} ${filledLots} ${held} ${fee}`
  for (const { owner, asset, balance, held } of accounts)
    line += `|${owner} ${asset} ${balance} ${held}`
  for (const { instrumentId, level } of market) line += `|${instrumentId} ${level[0]} ${level[1]}`
  return `${line}\n`
}
