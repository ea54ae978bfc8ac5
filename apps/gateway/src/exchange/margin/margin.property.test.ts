import { expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { createExchange } from '../createExchange.ts'
import { compareLevel, levelsOf, worthOf } from '../funds/marginLevel.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createBelow } from '../products/testing/productFlow.ts'
import { marginAccountAsIs } from '../state/marginState.ts'
import { createMarginFlow } from './testing/marginCommandGenerator.ts'
import { brokenMarginRules } from './testing/marginFixture.ts'
import { createMarginModel } from './testing/marginModel.ts'

/** Of each night's run 5,000; here a sample of them. */
const HISTORIES = Number(process.env['MARGIN_HISTORIES'] ?? 60)
const STEPS = 200

it('keeps loans and balances under random commands (futures F3, futures F4, futures F10)', () => {
  const kinds = new Map<string, [done: number, refused: number]>()
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const exchange = createExchange(SPOT_SYMBOLS)
    const next = createMarginFlow(createBelow(seed), exchange.state)
    for (let step = 0; step < STEPS; step++) {
      const command = next()
      const where = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`
      const account =
        command.kind === 'marginLiquidate'
          ? marginAccountAsIs(exchange.state.margin, command)
          : undefined
      const worth = account && worthOf(exchange.state, account)
      const wasLiquidating = account?.isLiquidating
      const outcome = exchange.execute(command)
      const isDone = !('refused' in outcome)
      if (account && worth && isDone) {
        const { call, liquidation } = levelsOf(account)
        // Nobody above the level that counts is liquidated (futures F8).
        expect(compareLevel(worth, wasLiquidating ? call - 1 : liquidation), where).toBeLessThan(1)
      }
      const name = 'step' in command ? `${command.kind} ${command.step}` : command.kind
      const counts = kinds.get(name) ?? [0, 0]
      counts[isDone ? 0 : 1]++
      kinds.set(name, counts)
      expect(brokenMarginRules(exchange.state), where).toEqual([])
    }
  }
  for (const kind of ['marginBorrow', 'marginRepay', 'walletMove', 'place', 'paperPlace'])
    expect(Math.min(...(kinds.get(kind) ?? [0])), kind).toBeGreaterThan(15)
  for (const step of ['cancel', 'trade', 'shortage'])
    expect(kinds.get(`marginLiquidate ${step}`)?.[0] ?? 0, step).toBeGreaterThan(0)
}, 600_000)

it('agrees with a second implementation to the atom (futures 7)', () => {
  const lines = new Map<string, number>()
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const exchange = createExchange(SPOT_SYMBOLS)
    const model = createMarginModel()
    const next = createMarginFlow(createBelow(seed + 10_000), exchange.state)
    for (let step = 0; step < STEPS; step++) {
      const command = next()
      // The model has no ladder: an account that comes to it ends the history.
      if (command.kind === 'marginLiquidate') break
      const outcome = exchange.execute(command)
      const effects = 'effects' in outcome ? outcome.effects : undefined
      for (const { kind } of effects?.margin?.loans ?? [])
        lines.set(kind, (lines.get(kind) ?? 0) + 1)
      const isPlaced = command.kind === 'place' || command.kind === 'paperPlace'
      const placed = isPlaced ? effects?.orders.at(0) : undefined
      const open = exchange.state.orders
      const where = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`
      const expected = model.run(command, { fills: effects?.fills ?? [], placed, open })
      expect('refused' in outcome ? outcome.refused.reason : 'done', where).toBe(expected)
      expect(model.differences(exchange.state), where).toEqual([])
    }
  }
  for (const kind of ['borrow', 'draw', 'interest', 'repay'])
    expect(lines.get(kind) ?? 0, kind).toBeGreaterThan(60)
}, 600_000)

it('continues exactly from a snapshot in the midst of all (futures F11)', () => {
  for (let seed = 1; seed <= 15; seed++) {
    const whole = createExchange(SPOT_SYMBOLS)
    const next = createMarginFlow(createBelow(seed), whole.state)
    let copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    for (let step = 0; step < 150; step++) {
      const command = next()
      expect(copy.execute(command)).toEqual(whole.execute(command))
      if (step % 30 === 0) copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    }
    expect(stateText(copy.state)).toBe(stateText(whole.state))
  }
}, 600_000)
