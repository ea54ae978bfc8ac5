import { safeText } from '@x/sanitize'
import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../../app/servicesContext.ts'
import { usePageMessages } from '../../messages.ts'
import { accountText } from '../auth/accountText.ts'
import { deviceName } from '../auth/deviceName.ts'

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'choice'; readonly device: string; readonly createdAt: number }
  | { readonly kind: 'allowed' | 'refused' }
  | { readonly kind: 'failed'; readonly text: string }

/** What the device that read a code is told of the browser that asks, and its decision. */
export function useQrDecision(serialNO: string) {
  const { client } = useServices()
  const t = usePageMessages()
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const fail = useEffectEvent((failure: unknown) => setStep({ kind: 'failed', text: accountText(failure, t) }))

  useEffect(() => {
    const aborted = new AbortController()
    client.post<{ userAgent: string | null; createdAt: number }>('/user/qr/scan', { data: { serialNO }, silent: true, signal: aborted.signal }).then(
      ({ userAgent, createdAt }) => setStep({ kind: 'choice', device: deviceName(safeText(userAgent)), createdAt }),
      (failure: unknown) => aborted.signal.aborted || fail(failure),
    )
    return () => aborted.abort()
  }, [client, serialNO])

  const decide = async (isAllowed: boolean): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await client.post('/user/qr/decide', { data: { serialNO, isAllowed }, silent: true })
      setStep({ kind: isAllowed ? 'allowed' : 'refused' })
    } catch (failure) {
      setError(accountText(failure, t))
    } finally {
      setBusy(false)
    }
  }
  return { step, isBusy, error, decide: (isAllowed: boolean) => void decide(isAllowed) }
}
