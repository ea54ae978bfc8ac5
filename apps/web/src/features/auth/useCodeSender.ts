import type { CodeScene } from '@x/api'
import { useEffect, useState } from 'react'
import { sendCode } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { solveCaptcha } from './solveCaptcha.ts'

export type Address =
  | { readonly email: string }
  | { readonly areaCode: string; readonly mobile: string }

/** Seconds before another code may be asked for. */
const PAUSE = 60

export interface CodeSender {
  readonly isSending: boolean
  readonly secondsToWait: number
  /** The address as the mailbox knows it, and the security check that paid for the code. */
  readonly sent: { readonly to: string; readonly bizId: string | undefined } | undefined
  /**
   * Rejects when the server refuses; answers what to say when nothing was sent for want of a
   * security check.
   */
  send(address: Address): Promise<string | undefined>
}

/** Sends verification codes, each after a security check, at most one a minute. */
export function useCodeSender(scene: CodeScene): CodeSender {
  const services = useServices()
  const { clock } = services
  const dispatch = useAppDispatch()
  const t = usePageMessages()
  const [isSending, setSending] = useState(false)
  const [sent, setSent] = useState<CodeSender['sent']>()
  const [secondsToWait, setSecondsToWait] = useState(0)

  useEffect(() => {
    if (secondsToWait <= 0) return undefined
    const timer = clock.after(1_000, () => setSecondsToWait(secondsToWait - 1))
    return () => timer.cancel()
  }, [clock, secondsToWait])

  const send = async (address: Address): Promise<string | undefined> => {
    setSending(true)
    try {
      const solved = await solveCaptcha(services, {
        scene: 'sendCode',
        areaCode: 'areaCode' in address ? address.areaCode : undefined,
        bizId: sent?.bizId,
      })
      if (!solved.ok) return solved.text ?? t(`captcha.${solved.reason}`)
      await dispatch(
        sendCode({
          scene,
          ...address,
          ...(solved.bizId === undefined ? {} : { bizId: solved.bizId }),
        }),
      )
      setSent({
        to: 'email' in address ? address.email : `+${address.areaCode}${address.mobile}`,
        bizId: solved.bizId,
      })
      setSecondsToWait(PAUSE)
      return undefined
    } finally {
      setSending(false)
    }
  }
  return { isSending, secondsToWait, sent, send }
}
