import type { Clock } from '@x/kit'
import type { SharedLog } from '../ports/SharedLog.ts'
import { RULES, type RulesVersion } from '../state/rules.ts'
import type { TradingCore } from './openTradingCore.ts'

export interface RulesUpgradeOptions {
  readonly core: Pick<TradingCore, 'state' | 'execute' | 'durable'>
  /** Absent: nobody else follows. */
  readonly shared?: Pick<SharedLog, 'followers'> | undefined
  readonly clock: Pick<Clock, 'now'>
}

export interface RulesStatus {
  /** The version in force. */
  readonly version: number
  /** The versions to which the rules can go. */
  readonly next: readonly RulesVersion[]
  /** Who follows the log, and the last version that each knows; 0: it knows none. */
  readonly followers: readonly { readonly name: string; readonly knownRules: number }[]
}

/** Switches the rules of the log by a command in it. */
export interface RulesUpgrade {
  status(): Promise<RulesStatus>
  /**
   * Appends the command and waits until it is on disk. Answers the record from which on the rules
   * are in force.
   * @throws RangeError for a version that is not later, that this program does not know, or that a
   * follower does not know
   */
  upgrade(version: number): Promise<number>
}

export function createRulesUpgrade({ core, shared, clock }: RulesUpgradeOptions): RulesUpgrade {
  const followers = async (): Promise<RulesStatus['followers']> =>
    ((await shared?.followers()) ?? []).map(({ name, knownRules }) => ({ name, knownRules }))

  function assertLater(version: number): void {
    const { rules } = core.state
    if (!Number.isSafeInteger(version) || version <= rules.version)
      throw new RangeError(`The rules are version ${rules.version} already.`)
    if (version > rules.known)
      throw new RangeError(`This program knows the rules up to version ${rules.known}.`)
  }

  return {
    async status() {
      const { version, known } = core.state.rules
      const next = RULES.filter((each) => each.version > version && each.version <= known)
      return { version, next, followers: await followers() }
    },
    async upgrade(version) {
      assertLater(version)
      const behind = (await followers()).filter(({ knownRules }) => knownRules < version)
      if (behind.length > 0)
        throw new RangeError(
          `${behind.map(({ name, knownRules }) => `${name} (${knownRules})`).join(', ')} ` +
            `would stop: not every follower knows version ${version}.`,
        )
      // Another operator may have been first meanwhile.
      assertLater(version)
      const done = core.execute({ kind: 'upgrade', at: clock.now(), version })
      if (!('seq' in done)) throw new RangeError('The rules were not switched.')
      await core.durable(done.seq)
      return done.seq
    },
  }
}
