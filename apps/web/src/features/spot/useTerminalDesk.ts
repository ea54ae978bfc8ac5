import { useState } from 'react'
import { useAppSelector } from '../../app/servicesContext.ts'
import { selectUser } from '../../data/store/slice.ts'
import { createTerminalDesk, type TerminalDesk } from './terminalDesk.ts'

/**
 * The desk of who trades here, and with which funds (docs/adr/order-form.md). A guest's is theirs
 * once they log in; another user finds a new one, with nothing on it, and `turn` is another number.
 */
export function useTerminalDesk(): { readonly desk: TerminalDesk; readonly turn: number } {
  const user = useAppSelector(selectUser)
  const trader = user && `${user.userId} ${user.realm}`
  const [{ owner, desk, turn }, setSeat] = useState(() => ({
    owner: trader,
    desk: createTerminalDesk(),
    turn: 0,
  }))
  // While rendering: no paint shows one what another has written. Whoever logs in again as the same
  // user finds their order.
  if (trader !== undefined && trader !== owner)
    setSeat(
      owner === undefined
        ? { owner: trader, desk, turn }
        : { owner: trader, desk: createTerminalDesk(), turn: turn + 1 },
    )
  return { desk, turn }
}
