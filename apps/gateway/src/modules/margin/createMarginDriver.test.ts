import { describe, expect, it } from 'vitest'
import { spotFeeRates } from '../../exchange/accounts/fee.ts'
import { createMarginFixture } from '../../exchange/margin/testing/marginFixture.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createMarginDriver, type MarginDriverOptions } from './createMarginDriver.ts'

/** An exchange whose commands may fail, at a displayed book with BTC at 30,000. */
function openDriver(
  fails: (command: ExchangeCommand) => boolean,
  vipLevelOf: MarginDriverOptions['vipLevelOf'] = () => 0,
) {
  const fixture = createMarginFixture()
  const errors: string[] = []
  const checked: number[] = []
  const prices: Readonly<Record<string, number>> = { BTCUSDT: 3_000_000, ETHUSDT: 300_000 }
  const driver = createMarginDriver({
    core: {
      state: fixture.state,
      paused: () => undefined,
      execute(command) {
        if (fails(command)) throw new RangeError('The command failed.')
        const outcome = fixture.exchange.execute(command)
        return 'refused' in outcome ? { outcome } : { seq: 1, outcome }
      },
    },
    market: {
      status: () => 'trading',
      book(symbol) {
        const price = prices[symbol]
        if (price === undefined) return { bids: [], asks: [] }
        return { bids: [[price - 1, 1_000]], asks: [[price + 1, 1_000]] }
      },
    },
    clock: { now: () => fixture.clock.now, after: () => ({ cancel: () => undefined }) },
    log: { ...silentLog, error: (text) => void errors.push(text) },
    pool: {},
    vipLevelOf,
    onPrices: (at) => void checked.push(at),
  })
  return { ...fixture, driver, errors, checked }
}

it('liquidates the others when one account cannot be (futures 7)', () => {
  const { fund, borrow, move, driver, account, errors, checked, clock } = openDriver(
    (command) => command.kind === 'marginLiquidate' && command.userId === '7',
  )
  for (const userId of ['7', '8']) {
    fund(userId, 'BTC', '1')
    expect(borrow(userId, 'USDT', '28000')).toBe('done')
    expect(move(userId, ['margin', 'spot', 'USDT', '28000'])).toBe('done')
  }
  driver.run()
  expect(account('7').isLiquidating).toBe(false)
  expect(account('8').isLiquidating).toBe(true)
  expect(errors).toEqual(['Margin account live:user:7/margin could not be liquidated'])
  expect(checked).toEqual([clock.now])
})

it('liquidates when interest cannot be charged (futures 7)', () => {
  const { fund, borrow, move, driver, account, errors } = openDriver(
    ({ kind }) => kind === 'marginInterest',
  )
  fund('8', 'BTC', '1')
  borrow('8', 'USDT', '28000')
  move('8', ['margin', 'spot', 'USDT', '28000'])
  driver.run()
  expect(account('8').isLiquidating).toBe(true)
  expect(errors).toEqual(['Interest could not be charged'])
})

it('finds the first hour that was missed among 200,000 loans (futures 7)', () => {
  const { fund, state, driver, errors } = openDriver(() => false)
  fund('7', 'BTC', '1')
  const loans = [...state.margin.accounts.values()].at(0)?.loans
  for (let loan = 0; loan < 200_000; loan++) loans?.set(`A${loan}`, { interest: 0n, hour: 0 })
  expect(loans?.size).toBe(200_000)
  driver.run()
  expect(errors).toEqual([])
})

describe('what slices pay (futures 7)', () => {
  /** An account with all of its loan gone; every command that is run for it. */
  function openDue(vipLevelOf: MarginDriverOptions['vipLevelOf']) {
    const commands: ExchangeCommand[] = []
    const opened = openDriver((command) => {
      commands.push(command)
      return false
    }, vipLevelOf)
    opened.fund('8', 'BTC', '1')
    opened.borrow('8', 'USDT', '28000')
    opened.move('8', ['margin', 'spot', 'USDT', '28000'])
    return { ...opened, commands }
  }
  const paid = (commands: readonly ExchangeCommand[]) =>
    commands.flatMap((command) =>
      command.kind === 'marginLiquidate' && command.slice ? [command.slice.takerPpm] : [],
    )

  it('is the fee of the VIP level of the account', () => {
    const { driver, commands } = openDue(() => 3)
    driver.run()
    expect(paid(commands)).toEqual([spotFeeRates(3).takerPpm])
    expect(spotFeeRates(3).takerPpm).toBeLessThan(spotFeeRates(0).takerPpm)
  })

  it('is known a second later where the level has to be read', async () => {
    const { driver, commands, account } = openDue(async () => 2)
    driver.run()
    expect(paid(commands)).toEqual([])
    await Promise.resolve()
    driver.run()
    expect(paid(commands)).toEqual([spotFeeRates(2).takerPpm])
    expect(account('8').isLiquidating).toBe(true)
  })

  it('is that of no level where the level cannot be read', async () => {
    const { driver, commands, errors } = openDue(() => Promise.reject(new Error('No database')))
    driver.run()
    await new Promise(setImmediate)
    driver.run()
    expect([paid(commands), errors]).toEqual([[spotFeeRates(0).takerPpm], []])
  })

  it('asks for no level while nobody is due', () => {
    const asked: string[] = []
    const { fund, driver } = openDriver(
      () => false,
      (userId) => asked.push(userId),
    )
    fund('8', 'BTC', '1')
    driver.run()
    expect(asked).toEqual([])
  })
})
