import { useState } from 'react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { switchAccount } from '../../data/session/switchAccount.ts'

/** The way into another account of the same holder; a refusal has its toast. */
export function useSwitchAccount() {
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const run = async (to: { readonly userId: string }): Promise<void> => {
    setBusy(true)
    await dispatch(switchAccount(to))
    setBusy(false)
  }
  return { isBusy, switchTo: (to: { readonly userId: string }) => void run(to) }
}
