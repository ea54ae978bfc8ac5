import { useRef } from 'react'

/** Options of `useGuardedClose`. */
export interface GuardedCloseOptions<H extends string> {
  readonly beforeClose: ((how: H) => boolean | Promise<boolean>) | undefined
  readonly onClose: (how: H) => void
}

/**
 * Closes if `beforeClose` allows it. Further attempts are ignored while it is pending; a rejected
 * promise is a veto.
 */
export function useGuardedClose<H extends string>({
  beforeClose,
  onClose,
}: GuardedCloseOptions<H>): (how: H) => void {
  const isPending = useRef(false)
  const closeIfAllowed = async (how: H, guard: (how: H) => boolean | Promise<boolean>) => {
    isPending.current = true
    try {
      if (await guard(how)) onClose(how)
    } finally {
      isPending.current = false
    }
  }
  return (how) => {
    if (isPending.current) return
    if (beforeClose) void closeIfAllowed(how, beforeClose)
    else onClose(how)
  }
}
