import { useState } from 'react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { switchAccount } from '../../data/session/switchAccount.ts'
import { useGo } from '../../lib/router/paths.ts'

interface SwitchTarget {
  readonly userId: string
  /** The page that it leads to, where there is another one to go to. */
  readonly page?: string
}

/** The way into another account of the same holder; a refusal has its toast. */
export function useSwitchAccount() {
  const dispatch = useAppDispatch()
  const go = useGo()
  const [isBusy, setBusy] = useState(false)
  const run = async ({ userId, page }: SwitchTarget): Promise<void> => {
    setBusy(true)
    const result = await dispatch(switchAccount({ userId }))
    setBusy(false)
    if (page !== undefined && switchAccount.fulfilled.match(result)) go(page)
  }
  return { isBusy, switchTo: (to: SwitchTarget) => void run(to) }
}
