import { createStore, type Store } from './createStore.ts'

/**
 * A machine is a literal table: state -> event -> next state. An event without a cell is ignored.
 */
export type MachineTable<S extends string, E extends string> = Readonly<
  Record<S, Readonly<Partial<Record<E, S>>>>
>

export interface Machine<S extends string, E extends string> {
  readonly store: Store<S>
  /**
   * Returns whether the event moved the machine (a cell that leads to its own state counts as
   * moved).
   */
  send(event: E): boolean
  can(event: E): boolean
}

/**
 * Runs a table. `send` answers whether the event had a cell in the present state; without one
 * nothing changes and nobody hears of it.
 */
export function createMachine<S extends string, E extends string>(
  table: MachineTable<S, E>,
  initial: NoInfer<S>,
): Machine<S, E> {
  const store = createStore<S>(initial)
  const next = (event: E): S | undefined => table[store.getState()][event]
  return {
    store,
    can: (event) => next(event) !== undefined,
    send(event) {
      const state = next(event)
      if (state === undefined) return false
      store.setState(state)
      return true
    },
  }
}

/**
 * The table as Markdown, for READMEs: one row a state, one column an event, `·` where the event is
 * ignored.
 */
export function printMachine<S extends string, E extends string>(
  table: MachineTable<S, E>,
): string {
  const states = Object.keys(table) as S[]
  const events = [...new Set(states.flatMap((state) => Object.keys(table[state]) as E[]))]
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['state', ...events]),
    row(['---', ...events.map(() => '---')]),
    ...states.map((state) => row([state, ...events.map((event) => table[state][event] ?? '·')])),
  ].join('\n')
}
