import { safeText } from '@x/sanitize'
import { useState } from 'react'
import { decideQrLogin, type QrAsker, scanQrCode } from '../../data/qr-login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useStepUp } from '../account/stepUp.ts'
import { accountText, deviceName } from '../auth/index.ts'

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
  const dispatch = useAppDispatch()
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
      setStep(choiceOf(await dispatch(scanQrCode(serialNO))))
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
      await dispatch(
        decideQrLogin({
          serialNO,
          isAllowed,
          ...(verifyToken === undefined ? {} : { verifyToken }),
        }),
      )
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

function choiceOf({ userAgent, address, country, createdAt, needsStepUp = false }: QrAsker): Step {
  return {
    kind: 'choice',
    device: deviceName(safeText(userAgent)),
    address: safeText(address) ?? '',
    country: safeText(country) ?? '',
    createdAt,
    needsStepUp,
  }
}
