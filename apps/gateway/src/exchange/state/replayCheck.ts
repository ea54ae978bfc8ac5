import { createHash } from 'node:crypto'
import type { Effects } from './effects.ts'
import { effectsText } from './effectsText.ts'
import type { ExchangeState } from './state.ts'

/**
 * A record in the journal: what every replay of the commands since another record must have come
 * to.
 */
export interface CheckRecord {
  readonly kind: 'check'
  /**
   * What the hash covers. 2: the whole effects. Absent: a few numbers of them, as in journals from
   * before there was a version.
   */
  readonly version?: 2
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
   * `isReplayed`: the command comes from a journal, whose next check record may be of either
   * version.
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

export function createReplayCheck(
  state: ExchangeState,
  { since }: { readonly since: number },
): ReplayCheck {
  const whole = createTextHash()
  const former = createTextHash()
  let from = since
  /** All commands since `from` are in the former hash too, which the next record may need. */
  let hasFormer = true
  let seenVersion = false

  /** The next count begins after `seq`. */
  function restart(seq: number): void {
    from = seq
    hasFormer = true
  }

  return {
    add(effects, { isReplayed = false } = {}) {
      const { next } = state
      whole.add(`${next.order} ${next.trade} ${next.fill} ${effectsText(effects)}\n`)
      // No former record follows one that has a version.
      hasFormer &&= isReplayed && !seenVersion
      if (hasFormer) former.add(formerLine(effects, state))
    },
    take(seq) {
      const record = { since: from, hash: whole.end(), pairs: [...state.markets.keys()] }
      former.end()
      restart(seq)
      return { kind: 'check', version: 2, ...record }
    },
    agrees(seq, { version, since: counted, hash }) {
      const hashes = { whole: whole.end(), former: former.end() }
      const isComparable = counted === from && (version === 2 || hasFormer)
      restart(seq)
      seenVersion ||= version === 2
      return !isComparable || hash === (version === 2 ? hashes.whole : hashes.former)
    },
  }
}

/** SHA-256 over texts, fed in blocks. */
function createTextHash(): { add(text: string): void; end(): string } {
  let hash = createHash('sha256')
  let text = ''
  return {
    add(more) {
      text += more
      if (text.length < BLOCK_CHARACTERS) return
      hash.update(text)
      text = ''
    },
    /** The hash so far; what is added next begins another one. */
    end() {
      const digest = hash.update(text).digest('hex')
      hash = createHash('sha256')
      text = ''
      return digest
    },
  }
}

/** What check records without a version cover of a command. */
function formerLine({ orders, accounts, market }: Effects, { next }: ExchangeState): string {
  let line = `${next.order} ${next.trade} ${next.fill}`
  for (const { id, status, lots, filledLots, held, fee } of orders)
    line += `|${id} ${status} ${lots} ${filledLots} ${held} ${fee}`
  for (const { owner, asset, balance, held } of accounts)
    line += `|${owner} ${asset} ${balance} ${held}`
  for (const { instrumentId, level } of market) line += `|${instrumentId} ${level[0]} ${level[1]}`
  return `${line}\n`
}
