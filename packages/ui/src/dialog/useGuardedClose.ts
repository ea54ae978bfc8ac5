import { useRef } from 'react'

export interface GuardedCloseOptions<H extends string> {
  readonly beforeClose: ((how: H) => boolean | Promise<boolean>) | undefined
  readonly onClose: (how: H) => void
}

/**
 * Asks `beforeClose` and closes on yes. While one question is open, further attempts are ignored; a
 * rejected promise counts as a veto.
 */
export function useGuardedClose<H extends string>({
  beforeClose,
  onClose,
}: GuardedCloseOptions<H>): (how: H) => void {
  const asking = useRef(false)
  const ask = async (how: H, guard: (how: H) => boolean | Promise<boolean>) => {
    asking.current = true
    try {
      if (await guard(how)) onClose(how)
    } finally {
      asking.current = false
    }
  }
  return (how) => {
    if (asking.current) return
    if (beforeClose) void ask(how, beforeClose)
    else onClose(how)
  }
}
