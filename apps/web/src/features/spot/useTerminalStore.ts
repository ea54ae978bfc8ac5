import { useState } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import type { OrderDraft } from '../order-ticket/index.ts'
import { createTerminalStore, type TerminalStore } from './terminalStore.ts'

/**
 * The terminal state of the user and realm on screen. A guest keeps it when they log in; another
 * user or realm gets a new one, with the next `generation`.
 */
export function useTerminalStore<Draft = OrderDraft>(): {
  readonly terminal: TerminalStore<Draft>
  readonly generation: number
} {
  const user = useAppSelector(selectUser)
  const owner = user && `${user.userId} ${user.realm}`
  const [current, setCurrent] = useState(() => ({
    owner,
    terminal: createTerminalStore<Draft>(),
    generation: 0,
  }))
  // While rendering, so that no paint shows the draft of another user. A user who logs in again
  // finds their draft.
  if (owner !== undefined && owner !== current.owner)
    setCurrent(
      current.owner === undefined
        ? { ...current, owner }
        : { owner, terminal: createTerminalStore<Draft>(), generation: current.generation + 1 },
    )
  return current
}
