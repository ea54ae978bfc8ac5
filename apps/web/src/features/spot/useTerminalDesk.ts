import { useState } from 'react'
import { useAppSelector } from '../../app/servicesContext.ts'
import { selectUserId } from '../session/slice.ts'
import { createTerminalDesk, type TerminalDesk } from './terminalDesk.ts'

/** The desk of who trades here. A guest's is theirs once they log in; another user finds a new one, with nothing on it, and `turn` is another number. */
export function useTerminalDesk(): { readonly desk: TerminalDesk; readonly turn: number } {
  const userId = useAppSelector(selectUserId)
  const [{ owner, desk, turn }, setSeat] = useState(() => ({ owner: userId, desk: createTerminalDesk(), turn: 0 }))
  // While rendering: no paint shows one what another has written. Whoever logs in again as the same user finds their order.
  if (userId !== undefined && userId !== owner) setSeat(owner === undefined ? { owner: userId, desk, turn } : { owner: userId, desk: createTerminalDesk(), turn: turn + 1 })
  return { desk, turn }
}
