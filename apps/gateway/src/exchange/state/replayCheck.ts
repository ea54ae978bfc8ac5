import { createHash } from 'node:crypto'
import type { Effects } from './effects.ts'
import type { ExchangeState } from './state.ts'

/**
 * A record in the journal: what every replay of the commands since another record must have come
 * to.
 */
export interface CheckRecord {
  readonly kind: 'check'
  /** The commands after this record are counted. */
  readonly since: number
  /** SHA-256 over what each of them did. */
  readonly hash: string
  /** The ids of the instruments of then. */
  readonly pairs: readonly string[]
}

/**
 * Follows what commands do, on the leader and on every replica alike: a few numbers of each
 * command, hashed in blocks.
 */
export interface ReplayCheck {
  add(effects: Effects): void
  /** The record for now; counting begins anew after it. */
  take(seq: number): CheckRecord
  /**
   * `false`: this replica did something else. A record that counts from elsewhere proves nothing,
   * and is passed over.
   */
  agrees(seq: number, record: CheckRecord): boolean
}

const BLOCK_CHARACTERS = 16 * 1024

export function createReplayCheck(
  state: ExchangeState,
  { since }: { readonly since: number },
): ReplayCheck {
  let from = since
  let hash = createHash('sha256')
  let text = ''

  /** The hash so far; the next count begins after `seq`. */
  function end(seq: number): string {
    const digest = hash.update(text).digest('hex')
    hash = createHash('sha256')
    text = ''
    from = seq
    return digest
  }

  return {
    add(effects) {
      text += lineOf(effects, state)
      if (text.length < BLOCK_CHARACTERS) return
      hash.update(text)
      text = ''
    },
    take(seq) {
      const before = from
      return { kind: 'check', since: before, hash: end(seq), pairs: [...state.markets.keys()] }
    },
    agrees(seq, record) {
      const isComparable = record.since === from
      return end(seq) === record.hash || !isComparable
    },
  }
}

/**
 * The orders and accounts that were touched as they stand now, what the public saw, and the
 * counters.
 */
function lineOf({ orders, accounts, market }: Effects, { next }: ExchangeState): string {
  let line = `${next.order} ${next.trade} ${next.fill}`
  for (const { id, status, lots, filledLots, held, fee } of orders)
    line += `|${id} ${status} ${lots} ${filledLots} ${held} ${fee}`
  for (const { owner, asset, balance, held } of accounts)
    line += `|${owner} ${asset} ${balance} ${held}`
  for (const { instrumentId, level } of market) line += `|${instrumentId} ${level[0]} ${level[1]}`
  return `${line}\n`
}
