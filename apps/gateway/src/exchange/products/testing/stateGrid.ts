import { expect } from 'vitest'
import { stateText } from '../../../testing/stateText.ts'
import type { createExchange } from '../../createExchange.ts'
import type { ExchangeCommand } from '../../state/command.ts'

/** Amounts that an event changed, by what they are. */
export type Moved = Readonly<Record<string, bigint>>

/** What one event does in one state: the reason of its refusal, or the next state and amounts. */
export type Cell<State extends string> = string | readonly [next: State, moved: Moved]

/** A state table: each state answers each event. */
export type StateGrid<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Record<Event, Cell<State>>>>
>

/** What a command really does. One that is refused leaves the whole state as it was. */
export function cellOf<State extends string>(
  exchange: ReturnType<typeof createExchange>,
  {
    command,
    stateNow,
    amounts,
  }: {
    readonly command: ExchangeCommand
    readonly stateNow: () => State
    readonly amounts: () => Moved
  },
): Cell<State> {
  const [text, before] = [stateText(exchange.state), amounts()]
  const outcome = exchange.execute(command)
  if ('refused' in outcome) {
    expect(stateText(exchange.state)).toBe(text)
    return outcome.refused.reason
  }
  const changes = Object.entries(amounts()).flatMap(([name, amount]) => {
    const change = amount - (before[name] ?? 0n)
    return change === 0n ? [] : [[name, change] as const]
  })
  return [stateNow(), Object.fromEntries(changes)]
}
