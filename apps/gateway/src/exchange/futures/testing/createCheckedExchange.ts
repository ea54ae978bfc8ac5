import { feeOn } from '../../accounts/fee.ts'
import { FEES, parseOwner } from '../../accounts/owner.ts'
import type { Realm } from '../../accounts/accounts.ts'
import { createExchange, type Exchange } from '../../createExchange.ts'
import { magnitudeOf } from '../../instruments/contractTerms.ts'
import type { Instrument } from '../../instruments/Instrument.ts'
import { createStateLoader, dumpState } from '../../snapshots/stateParts.ts'
import type { ExchangeCommand } from '../../state/command.ts'
import type { Effects, Outcome } from '../../state/effects.ts'
import { effectsText } from '../../state/effectsText.ts'
import type {
  FundingCommand,
  FuturesPlaceCommand,
  LiquidateCommand,
} from '../../state/futuresCommand.ts'
import { HOUSE_ID, positionKey } from '../../state/futuresState.ts'
import { contractOf, type ExchangeState } from '../../state/state.ts'
import { FUNDING_PART } from '../funding.ts'
import { FUTURES_FUND } from '../insurance.ts'
import { accountAsIs } from '../judge.ts'
import { dueGroups } from '../liquidation.ts'
import {
  equityOf,
  groupsOf,
  isDue,
  isFresh,
  isolatedOwner,
  markOf,
  requirementOf,
} from '../margin.ts'
import { liquidationPriceOf, previewFills } from '../preview.ts'
import { checkLegs } from '../../../testing/checkLegs.ts'
import { checkFuturesInvariants } from './checkFuturesInvariants.ts'

/** An exchange that checks F1 to F13 after every command, and throws where one does not hold. */
export interface CheckedExchange extends Exchange {
  /** The ladder has run: nobody is due but whom a slice of this turn has left so (futures F5). */
  endTurn(): void
  /** How often each property that is about one kind of command was put to the test. */
  readonly checked: ReadonlyMap<CountedProperty, number>
}

type ExecuteOptions = Parameters<Exchange['execute']>[1]
type CountedProperty = 'F6' | 'F8' | 'F9' | 'F12'

/** Commands between two dumps that the twin begins anew with. */
const DUMPED_EVERY = 50

export interface CheckedOptions {
  readonly state?: ExchangeState | undefined
}

/** What a command did, between the twin that has yet to run it and the exchange that has. */
interface Step<C = ExchangeCommand> {
  readonly command: C
  readonly before: ExchangeState
  readonly after: ExchangeState
  readonly effects: Effects
}

/**
 * A twin runs each command later than the exchange does (futures F11): until then it is the state
 * before, which F6 to F9 and F12 compare with.
 */
export function createCheckedExchange(
  instruments: readonly Instrument[],
  { state }: CheckedOptions = {},
): CheckedExchange {
  const exchange = createExchange(instruments, state)
  const copyOf = (from: ExchangeState): Exchange => {
    const loader = createStateLoader(instruments)
    for (const part of dumpState(from)) loader.add(part)
    return createExchange(instruments, loader.finish().state)
  }
  let twin = copyOf(exchange.state)
  let commands = 0
  const fund = createFundCheck(exchange.state)
  const funding = createFundingCheck()
  const sliced = new Set<string>()
  const checked = new Map<CountedProperty, number>()
  const count = (property: CountedProperty, times = 1) =>
    void checked.set(property, (checked.get(property) ?? 0) + times)

  function faultsOf(step: Step): string[] {
    const { command } = step
    const faults = [
      ...checkFuturesInvariants(step.after, { midTurn: true }),
      ...fund(step),
      ...checkLoans(step.after),
      ...checkLegs(step.after),
      // It was read from a dump a while ago.
      ...checkLegs(step.before),
    ]
    if (command.kind === 'funding') {
      faults.push(...funding({ ...step, command }))
      count('F6')
    }
    if (command.kind === 'liquidate') {
      if (command.step === 'reduce')
        sliced.add(`${command.realm} ${command.wallet} ${command.asset}`)
      faults.push(...checkLiquidated({ ...step, command }))
      count('F8')
      if (command.step === 'deleverage') {
        faults.push(...checkDeleveraged({ ...step, command }))
        count('F9')
      }
    }
    if (command.kind === 'futuresPlace') {
      const found = checkPreviewed({ ...step, command })
      faults.push(...found)
      if (isPreviewed({ ...step, command })) count('F12')
    }
    return faults
  }

  /**
   * The twin comes to the same effects and the same bytes, also from a dump, and a refusal leaves
   * no trace (futures F11).
   */
  function checkTwin(
    command: ExchangeCommand,
    { outcome, options }: { readonly outcome: Outcome; readonly options: ExecuteOptions },
  ): string[] {
    const before = 'refused' in outcome ? textOf(twin.state) : undefined
    const own = twin.execute(command, options)
    if (++commands % DUMPED_EVERY === 0) twin = copyOf(twin.state)
    const after = textOf(exchange.state)
    return [
      ...(answerOf(own) === answerOf(outcome) ? [] : ['F11: a replay does something else']),
      ...(textOf(twin.state) === after ? [] : ['F11: a replay comes to another state']),
      ...(before === undefined || before === after ? [] : ['F11: a refusal changed the state']),
    ]
  }

  const fail = (faults: readonly string[], command?: ExchangeCommand) => {
    if (faults.length === 0) return
    throw new Error(`${faults.join('\n')}\nafter ${JSON.stringify(command)}`)
  }

  return {
    state: exchange.state,
    checked,
    execute(command, options) {
      const outcome = exchange.execute(command, options)
      const effects = 'refused' in outcome ? undefined : outcome.effects
      const step = { command, before: twin.state, after: exchange.state }
      fail(
        [
          ...(effects ? faultsOf({ ...step, effects }) : []),
          ...checkTwin(command, { outcome, options }),
        ],
        command,
      )
      return outcome
    },
    endTurn() {
      fail(checkTurn(exchange.state, sliced))
      sliced.clear()
    },
  }
}

const answerOf = (outcome: Outcome): string =>
  'refused' in outcome ? JSON.stringify(outcome.refused) : effectsText(outcome.effects)

const textOf = (state: ExchangeState): string =>
  [...dumpState(state)]
    .map(({ kind, bytes }) => `${kind} ${Buffer.from(bytes).toString('latin1')}`)
    .join('\n')

const nameOf = ({ account, owner, asset }: ReturnType<typeof groupsOf>[number]): string =>
  `${account.realm} ${owner} ${asset}`

/** F5: no equity below zero but on a stale index, and only whom a slice has left so is due. */
function checkTurn(state: ExchangeState, sliced: ReadonlySet<string>): string[] {
  const faults: string[] = []
  for (const account of state.futures.accounts.values())
    for (const group of account.userId === HOUSE_ID ? [] : groupsOf(state, account))
      if (isFresh(state, group) && equityOf(state, group) < 0n)
        faults.push(`F5: ${nameOf(group)} has an equity below zero`)
  for (const group of dueGroups(state))
    if (!sliced.has(nameOf(group))) faults.push(`F5: ${nameOf(group)} is due and had no slice`)
  return faults
}

/**
 * F6: what funding took and did not pay out is nothing or less than an atom a position. A journal
 * that does not count its parts leaves open which is the last of several.
 */
function createFundingCheck(): (step: Step<FundingCommand>) => string[] {
  const kept = new Map<string, bigint>()
  return ({ command, after, effects }) => {
    const { symbol, part } = command
    const { of = after.futures.accounts.size > FUNDING_PART ? Infinity : 1 } = command
    const faults: string[] = []
    for (const realm of ['live', 'paper'] as const) {
      const key = `${realm} ${symbol}`
      let left = part === 0 ? 0n : (kept.get(key) ?? 0n)
      for (const { entries, realm: own } of effects.transactions)
        for (const { debit, credit, amount } of own === realm ? entries : []) {
          if (credit.owner === FEES) left += amount
          if (debit.owner === FEES) left -= amount
        }
      kept.set(key, left)
      if (part + 1 < of) continue
      const positions = [...after.futures.accounts.values()]
        .filter((account) => account.realm === realm)
        .flatMap((account) => [...account.positions.values()])
        .filter((position) => position.symbol === symbol).length
      if (left < 0n || (left > 0n && left >= BigInt(positions)))
        faults.push(`F6: ${key} kept ${left} of ${positions} positions`)
    }
    return faults
  }
}

/** F7: the fund is its seed, its fees and its payments; its fees come of liquidations alone. */
function createFundCheck(state: ExchangeState): (step: Step) => string[] {
  const expected = new Map<string, bigint>()
  const key = (realm: Realm, asset: string) => `${realm} ${asset}`
  for (const { realm, owner, asset, balance } of state.accounts.all())
    if (owner === FUTURES_FUND) expected.set(key(realm, asset), balance)
  return ({ after, effects }) => {
    const faults: string[] = []
    for (const { realm, entries } of effects.transactions)
      for (const { kind, debit, credit, amount } of entries) {
        const isPaid = debit.owner === FUTURES_FUND
        if (!isPaid && credit.owner !== FUTURES_FUND) continue
        if (isPaid ? kind !== 'shortage' : kind !== 'grant' && kind !== 'liquidation')
          faults.push(`F7: the fund has a line of ${kind}`)
        const own = key(realm, debit.asset)
        expected.set(own, (expected.get(own) ?? 0n) + (isPaid ? -amount : amount))
      }
    for (const { realm, owner, asset, balance } of after.accounts.all())
      if (owner === FUTURES_FUND && balance !== (expected.get(key(realm, asset)) ?? 0n))
        faults.push(`F7: the fund of ${key(realm, asset)} is ${balance}, by its lines another`)
    return [...faults, ...checkPenalties(after, effects)]
  }
}

/** What a liquidation pays the fund is at most l of what it traded (futures F7). */
function checkPenalties(state: ExchangeState, { transactions, futures }: Effects): string[] {
  const taken = transactions
    .flatMap(({ entries }) => entries)
    .filter(({ kind, credit }) => kind === 'liquidation' && credit.owner === FUTURES_FUND)
    .reduce((sum, { amount }) => sum + amount, 0n)
  const most = (futures?.fills ?? [])
    .filter(({ order }) => order.orderType === 'liquidation')
    .reduce((sum, { order, lots, ticks }) => {
      const { terms } = contractOf(state, order.symbol)
      return sum + feeOn(magnitudeOf(terms, lots, ticks), Number(terms.liquidationPpm))
    }, 0n)
  return taken <= most ? [] : [`F7: the fund took ${taken}, l is ${most}`]
}

/** F10: what is lent is what is owed. */
function checkLoans(state: ExchangeState): string[] {
  const sums = new Map<string, bigint>()
  for (const { realm, owner, asset, balance } of state.accounts.all()) {
    const { kind } = parseOwner(owner)
    if (kind !== 'lent' && kind !== 'debt') continue
    const key = `${realm} ${asset}`
    sums.set(key, (sums.get(key) ?? 0n) + balance)
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([key, sum]) => `F10: ${key} lent and owed differ by ${sum}`)
}

/** F8: who was liquidated was due, and no isolated margin of another position was touched. */
function checkLiquidated({ command, before, after, effects }: Step<LiquidateCommand>): string[] {
  const { realm, userId, wallet, asset, step } = command
  const group = groupsOf(before, accountAsIs(before, command)).find(
    (each) => each.owner === wallet && each.asset === asset,
  )
  if (!group || !isDue(before, group) || equityOf(before, group) > requirementOf(before, group))
    return [`F8: ${wallet} ${asset} was not due at its ${step}`]
  const traded = (effects.futures?.positions ?? [])
    .filter((position) => position.userId !== userId)
    .map(isolatedOwner)
  const allowed = new Set([wallet, ...traded])
  return [...after.accounts.all()]
    .filter((each) => each.realm === realm && isIsolated(each.owner) && !allowed.has(each.owner))
    .filter((each) => each.balance !== balanceIn(before, each))
    .map(({ owner }) => `F8: ${step} of ${wallet} touched ${owner}`)
}

const isIsolated = (owner: string): boolean => /^user:[^/]+\/futures\//.test(owner)

const balanceIn = (
  state: ExchangeState,
  { realm, owner, asset }: { realm: Realm; owner: string; asset: string },
): bigint =>
  state.accounts.ownedBy(realm, owner).find((each) => each.asset === asset)?.balance ?? 0n

/** F9: ADL makes nobody due, and takes of customers only what the house account had not. */
function checkDeleveraged({ command, before, after, effects }: Step<LiquidateCommand>): string[] {
  const { realm, userId } = command
  const [step] = effects.futures?.liquidations ?? []
  if (!step?.traded) return ['F9: an ADL says nothing of what it traded']
  const { symbol, side } = step.traded
  const dueBefore = new Set(dueGroups(before).map(nameOf))
  const faults = dueGroups(after)
    .map(nameOf)
    .filter((name) => !dueBefore.has(name))
    .map((name) => `F9: ADL made ${name} due`)
  const lotsIn = (state: ExchangeState, of: string, leg: typeof side) =>
    accountAsIs(state, { realm, userId: of }).positions.get(positionKey(symbol, leg))?.lots ?? 0
  const isLong = lotsIn(before, userId, side) > 0
  const isCustomerTaken = effects.futures?.positions.some(
    (position) => position.userId !== userId && position.userId !== HOUSE_ID,
  )
  const houseLots = lotsIn(after, HOUSE_ID, 'net')
  if (isCustomerTaken && (isLong ? houseLots < 0 : houseLots > 0))
    faults.push(`F9: customers were deleveraged, the house account still has ${houseLots} opposite`)
  if (lotsIn(after, userId, side) !== 0) faults.push('F9: ADL left some of the position')
  return faults
}

const ownFills = ({ command: { realm, userId }, effects }: Step<FuturesPlaceCommand>) =>
  (effects.futures?.fills ?? []).filter(
    ({ order }) => order.realm === realm && order.userId === userId,
  )

/** An order that traded at once, did not stay, and ended no other order of its own account. */
function isPreviewed(step: Step<FuturesPlaceCommand>): boolean {
  const { command, after, effects } = step
  const { realm, userId, clientOid, symbol } = command
  const others = (effects.futures?.orders ?? []).filter(
    (order) => order.realm === realm && order.userId === userId && order.clientOid !== clientOid,
  )
  return (
    ownFills(step).length > 0 &&
    markOf(after, symbol) > 0 &&
    others.every((order) => order.reduceOnly) &&
    ![...accountAsIs(after, command).orders].some((order) => order.clientOid === clientOid)
  )
}

/** F12: where the fills would have led to liquidation, they do. */
function checkPreviewed(step: Step<FuturesPlaceCommand>): string[] {
  if (!isPreviewed(step)) return []
  const { command, before, after } = step
  const { realm, userId, symbol, positionSide } = command
  const leg = { symbol, side: positionSide }
  const { state } = previewFills(before, {
    realm,
    userId,
    market: contractOf(before, symbol),
    side: positionSide,
    fills: ownFills(step).map(({ order, role, lots, ticks }) => ({
      lots: order.side === 'buy' ? lots : -lots,
      ticks,
      feePpm: role === 'taker' ? order.takerPpm : order.makerPpm,
    })),
  })
  const [previewed, found] = [state, after].map((each) =>
    JSON.stringify(liquidationPriceOf(each, accountAsIs(each, { realm, userId }), leg)),
  )
  return previewed === found ? [] : [`F12: ${userId} ${previewed} was previewed, it is ${found}`]
}
