import { expect, it, vi } from 'vitest'
import { sideTerminal } from './sideTerminal.ts'
import { createTerminalStore } from './terminalStore.ts'

function terminals() {
  const terminal = createTerminalStore()
  return { terminal, buy: sideTerminal(terminal, 'buy'), sell: sideTerminal(terminal, 'sell') }
}

it('passes picked prices to both forms, or to that of their side', () => {
  const { terminal, buy, sell } = terminals()
  const prices = () => [buy, sell].map((each) => each.prices.getState()?.price)
  expect(prices()).toEqual([undefined, undefined])
  terminal.prices.pick('100')
  expect(prices()).toEqual(['100', '100'])
  terminal.prices.pick('101', { side: 'sell' })
  expect(prices()).toEqual([undefined, '101'])
  terminal.prices.pick('99', { side: 'buy' })
  expect(prices()).toEqual(['99', undefined])
})

it('passes commands of a side to its form, others to Buy', () => {
  const { terminal, buy, sell } = terminals()
  const received = {
    buy: vi.fn<(command: string) => void>(),
    sell: vi.fn<(command: string) => void>(),
  }
  const stops = [buy.commands.subscribe(received.buy), sell.commands.subscribe(received.sell)]
  for (const command of ['buy', 'sell', 'market', 'amount'] as const)
    terminal.commands.emit(command)
  expect(received.buy.mock.calls.flat()).toEqual(['buy', 'market', 'amount'])
  expect(received.sell.mock.calls.flat()).toEqual(['sell'])
  for (const stop of stops) stop()
  terminal.commands.emit('buy')
  expect(received.buy).toHaveBeenCalledTimes(3)
})

it('keeps the draft of the buying form when the layout changes', () => {
  const { terminal, buy, sell } = terminals()
  expect(buy.savedDraft).toBe(terminal.savedDraft)
  expect(sell.savedDraft).not.toBe(terminal.savedDraft)
  expect(sell.savedDraft.getState()).toBeUndefined()
})
