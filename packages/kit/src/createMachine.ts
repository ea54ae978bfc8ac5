import { createStore, type Store } from './createStore.ts'

/** The transitions of a state machine: state -> event -> next state. Other events are ignored. */
export type MachineTable<S extends string, E extends string> = Readonly<
  Record<S, Readonly<Partial<Record<E, S>>>>
>

/** A state machine that runs a table. */
export interface Machine<S extends string, E extends string> {
  readonly store: Required<Store<S>>
  /** Applies an event. Returns false, without a change, if the table has no cell for it. */
  send(event: E): boolean
  /** Whether the table has a cell for the event in the current state. */
  can(event: E): boolean
}

/** A state machine in its initial state. */
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
 * The table as Markdown, for READMEs: one row per state, one column per event, `·` where the event
 * is ignored.
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
