import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { mayGoNegative } from '../accounts/owner.ts'
import { createExchange, type Exchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { depositKey } from '../state/deposits.ts'
import type { Effects } from '../state/effects.ts'
import { LATEST_RULES } from '../state/rules.ts'
import { ASSETS, history, USERS } from './testing/drawFunds.ts'
import { createFundsModel, type FundsCommand } from './testing/fundsModel.ts'
import { unlockedSpendable } from './deposits.ts'

const STEPS = 90
const RUNS = { numRuns: 60 }

/** By the last rules. */
function openExchange(): Exchange {
  const exchange = createExchange(SPOT_SYMBOLS)
  exchange.execute({ kind: 'upgrade', at: 0, version: LATEST_RULES })
  return exchange
}

function run({ execute }: Exchange, command: FundsCommand) {
  const outcome = execute(command)
  return 'refused' in outcome
    ? { reason: outcome.refused.reason }
    : { reason: '0', effects: outcome.effects }
}

describe('deposits, withdrawals and payments together', () => {
  it('agree with a plain model in answers and balances (wallet 2)', () => {
    fc.assert(
      fc.property(history(STEPS), (commands) => {
        const exchange = openExchange()
        const { state } = exchange
        const model = createFundsModel()
        for (const command of commands)
          expect({ command, reason: run(exchange, command).reason }).toEqual({
            command,
            reason: model.run(command),
          })
        const balances = [...state.accounts.all()].map(({ owner, asset, balance }) => [
          `${owner} ${asset}`,
          balance,
        ])
        expect(Object.fromEntries(balances.filter(([, balance]) => balance !== 0n))).toEqual(
          Object.fromEntries([...model.balances].filter(([, balance]) => balance !== 0n)),
        )
        expect(
          [...state.withdrawals.open.values()].map(({ id, state: at }) => `${id} ${at}`),
        ).toEqual(model.openWithdrawals())
        expect(
          [...state.deposits.booked].map(([key, { state: at }]) => `${key} ${at}`).toSorted(),
        ).toEqual(model.bookedDeposits().toSorted())
        for (const userId of USERS) {
          expect(state.deposits.isStopped(userId)).toBe(model.isStopped(userId))
          for (const asset of ASSETS)
            expect(state.deposits.claims.get(`${userId} ${asset}`)?.amount ?? 0n).toBe(
              model.owed(userId, asset),
            )
        }
      }),
      RUNS,
    )
  })

  it('keep the rules of the ledger after every command (W1, W3, W5)', () => {
    fc.assert(
      fc.property(history(STEPS), (commands) => {
        const exchange = openExchange()
        const names = new Set<string>()
        const unlocked = new Set<string>()
        for (const command of commands) {
          // The watcher of the chain asks for no deposit again that was unlocked.
          if (command.kind === 'deposit' && unlocked.has(depositKey(command))) continue
          const { effects } = run(exchange, command)
          for (const each of effects?.deposits?.booked ?? [])
            if (each.state === 'unlocked') unlocked.add(depositKey(each))
          if (!effects) continue
          expect(brokenRules(exchange, { effects, names })).toEqual([])
        }
      }),
      RUNS,
    )
  })

  it('go on the same from a restart in their midst (CR0)', () => {
    fc.assert(
      fc.property(history(STEPS), fc.nat({ max: STEPS - 1 }), (commands, cut) => {
        const exchange = openExchange()
        let restarted = exchange
        commands.forEach((command, at) => {
          if (at === cut) restarted = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
          const { reason } = run(exchange, command)
          if (restarted !== exchange) expect(run(restarted, command).reason).toBe(reason)
        })
        expect(stateText(restarted.state)).toBe(stateText(exchange.state))
      }),
      { numRuns: 30 },
    )
  })

  it('change nothing by a command that is refused', () => {
    fc.assert(
      fc.property(history(STEPS), (commands) => {
        const exchange = openExchange()
        let before = stateText(exchange.state)
        for (const command of commands) {
          const { reason } = run(exchange, command)
          const after = stateText(exchange.state)
          if (reason !== '0') expect(after).toBe(before)
          before = after
        }
      }),
      { numRuns: 10 },
    )
  })
})

/** The rules that do not hold after a command. `names`: of the ledger's transactions before it. */
function brokenRules(
  { state }: Exchange,
  { effects, names }: { readonly effects: Effects; readonly names: Set<string> },
): readonly string[] {
  const broken: string[] = []
  for (const { realm, scope, key } of effects.transactions) {
    const name = `${realm} ${scope} ${key}`
    // The ledger takes each name once and for good: a second one would stop it.
    if (names.has(name)) broken.push(`${name} is in the ledger twice`)
    names.add(name)
  }
  const sums = new Map<string, bigint>()
  for (const { owner, asset, balance } of state.accounts.all()) {
    sums.set(asset, (sums.get(asset) ?? 0n) + balance)
    if (balance < 0n && !mayGoNegative(owner)) broken.push(`${owner} is short of ${asset}`)
  }
  for (const [asset, sum] of sums) if (sum !== 0n) broken.push(`${asset} adds up to ${sum}`)
  for (const asset of ASSETS) {
    const open = [...state.withdrawals.open.values()].filter((each) => each.asset === asset)
    const escrow = state.accounts.spendable('live', 'pending:withdraw', asset)
    if (escrow !== open.reduce((sum, { amount }) => sum + amount, 0n))
      broken.push(`the escrow of ${asset} is ${escrow}`)
    for (const userId of USERS)
      if (unlockedSpendable(state, { userId, asset }) < 0n)
        broken.push(`less than nothing of ${asset} may leave ${userId}`)
  }
  return broken
}
