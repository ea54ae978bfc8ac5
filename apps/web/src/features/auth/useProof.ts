import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { Proof } from '../../data/login/api.ts'
import { accountText } from './accountText.ts'
import { isAreaCode, isCode, isEmail, isMobile } from './fieldRules.ts'
import { type Challenge, type Method, PROOF_FIELDS } from './proof.ts'
import { type Address, useCodeSender } from './useCodeSender.ts'

export interface ProofOptions {
  readonly challenge: Challenge
  /**
   * What the codes are for. Those of a step-up go to the user's own addresses, whichever are named.
   */
  readonly scene: 'login' | 'securityVerify'
  /** The address of the log-in name, where it was one. */
  readonly knownEmail?: string | undefined
  readonly onProve: (proof: Proof) => Promise<void>
}

export type ProofState = ReturnType<typeof useProof>
type FieldName = 'code' | 'email' | 'areaCode' | 'mobile'

/** One further proof of the user: a method of those that count, its fields, and what is sent. */
export function useProof({ challenge, scene, knownEmail = '', onProve }: ProofOptions) {
  const t = usePageMessages()
  const { passkeys, reporter } = useServices()
  const sender = useCodeSender(scene)
  const [chosen, setChosen] = useState<Method>()
  const [fields, setFields] = useState({ code: '', email: knownEmail, areaCode: '', mobile: '' })
  const [isWrong, setWrong] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<string>()
  const method = chosen ?? challenge.methods[0]
  const isOwn = scene === 'securityVerify'

  const address: Address =
    method === 'mobile'
      ? {
          areaCode: fields.areaCode.trim().replace('+', ''),
          mobile: fields.mobile.replace(/[\s-]/g, ''),
        }
      : { email: fields.email.trim() }
  const isAddress =
    isOwn ||
    ('email' in address
      ? isEmail(address.email)
      : isAreaCode(address.areaCode) && isMobile(address.mobile))
  const cannotSend = isAddress
    ? undefined
    : method === 'mobile'
      ? t('register.mobileShape')
      : t('register.emailShape')

  const send = async () => {
    setError(undefined)
    try {
      setError(await sender.send(isOwn ? OWN[method === 'mobile' ? 'mobile' : 'email'] : address))
    } catch (failure) {
      setError(accountText(failure, t))
    }
  }
  const askPasskey = async () => {
    if (!challenge.passkey) return
    setAsking(true)
    setError(undefined)
    try {
      await onProve({ [PROOF_FIELDS.passkey]: await passkeys.get(challenge.passkey) })
    } catch (cause) {
      // Declined, timed out, or no key of this site in the machine: to the user it is one thing.
      reporter.report({
        kind: 'passkey',
        message: cause instanceof Error ? cause.name : 'not an error',
      })
      setError(t('account.passkeyUnused'))
    } finally {
      setAsking(false)
    }
  }
  const submit = async () => {
    if (method === 'passkey') return askPasskey()
    setWrong(!isCode(fields.code))
    if (method && isCode(fields.code)) await onProve({ [PROOF_FIELDS[method]]: fields.code.trim() })
  }

  return {
    challenge,
    method,
    fields,
    sender,
    isOwn,
    isAsking,
    error,
    cannotSend,
    codeError: isWrong && !isCode(fields.code) ? t('login.codeShape') : undefined,
    choose(next: Method) {
      setChosen(next)
      setError(undefined)
      setWrong(false)
      setFields((before) => ({ ...before, code: '' }))
    },
    set: (name: FieldName) => (value: string) =>
      setFields((before) => ({ ...before, [name]: value })),
    send: () => void send(),
    submit: () => void submit(),
  }
}

/** The server knows the addresses of a logged-in user; only the kind counts. */
const OWN = {
  email: { email: '' },
  mobile: { areaCode: '', mobile: '' },
} as const satisfies Record<string, Address>
