import { safeText } from '@x/sanitize'
import { useState } from 'react'
import { useAppServices } from '../../data/services/appServices.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useStepUp } from '../account/stepUp.ts'
import { accountText, deviceName } from '../auth/index.ts'

/** The browser that asks, as the gateway describes it. */
interface Asker {
  readonly userAgent: string | null
  /** Masked. */
  readonly address?: string
  readonly country?: string | null
  readonly createdAt: number
  /** The account has a second factor: allowing takes a step-up. */
  readonly needsStepUp?: boolean
}

type Step =
  | { readonly kind: 'unasked' | 'asking' }
  | {
      readonly kind: 'choice'
      readonly device: string
      readonly address: string
      readonly country: string
      readonly createdAt: number
      readonly needsStepUp: boolean
    }
  | { readonly kind: 'allowed' | 'refused' }
  | { readonly kind: 'failed'; readonly text: string }

/**
 * What the device that read a code learns of the browser that asks, once its user wants to know,
 * and the decision.
 */
export function useQrDecision(serialNO: string) {
  const { client } = useAppServices()
  const t = usePageMessages()
  const prove = useStepUp()
  const [step, setStep] = useState<Step>({ kind: 'unasked' })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  // Asking binds the code to this user: a link that somebody sent must not do so by being opened
  // (SR8).
  const look = async (): Promise<void> => {
    setStep({ kind: 'asking' })
    try {
      const asker = await client.post<Asker>('/user/qr/scan', { data: { serialNO }, silent: true })
      setStep(choiceOf(asker))
    } catch (failure) {
      setStep({ kind: 'failed', text: accountText(failure, t) })
    }
  }

  const decide = async (isAllowed: boolean, needsStepUp: boolean): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const verifyToken = isAllowed && needsStepUp ? await prove('qrLogin') : undefined
      // The user left the proof: nothing is decided.
      if (isAllowed && needsStepUp && verifyToken === undefined) return
      await client.post('/user/qr/decide', {
        data: { serialNO, isAllowed, ...(verifyToken === undefined ? {} : { verifyToken }) },
        silent: true,
      })
      setStep({ kind: isAllowed ? 'allowed' : 'refused' })
    } catch (failure) {
      setError(accountText(failure, t))
    } finally {
      setBusy(false)
    }
  }
  const needsStepUp = step.kind === 'choice' && step.needsStepUp
  return {
    step,
    isBusy,
    error,
    look: () => void look(),
    decide: (isAllowed: boolean) => void decide(isAllowed, needsStepUp),
  }
}

function choiceOf({ userAgent, address, country, createdAt, needsStepUp = false }: Asker): Step {
  return {
    kind: 'choice',
    device: deviceName(safeText(userAgent)),
    address: safeText(address) ?? '',
    country: safeText(country) ?? '',
    createdAt,
    needsStepUp,
  }
}
