import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import {
  accountText,
  AreaCodeField,
  CodeField,
  isAreaCode,
  isCode,
  isEmail,
  isMobile,
  useCodeSender,
} from '../auth/index.ts'
import styles from './account.module.css'
import { Section } from './Section.tsx'
import { useChange } from './useChange.ts'

/** Change of the e-mail address and the mobile number: a code to the new one, then a step-up. */
export function Addresses() {
  const t = useGuardMessages()
  const { isBusy, error, change } = useChange()
  const sender = useCodeSender('newAddress')
  const [refused, setRefused] = useState<string>()
  const [email, setEmail] = useState('')
  const [areaCode, setAreaCode] = useState('')
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const address = isEmail(email)
    ? { email: email.trim() }
    : isAreaCode(areaCode) && isMobile(mobile)
      ? { areaCode: areaCode.trim().replace('+', ''), mobile: mobile.replace(/[\s-]/g, '') }
      : undefined
  const sendCode = () => {
    if (address)
      sender
        .send(address)
        .then(setRefused, (failure: unknown) => setRefused(accountText(failure, t)))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!address || !isCode(code)) return
    const codes = 'email' in address ? { emailCode: code.trim() } : { mobileCode: code.trim() }
    const isDone = await change(async ({ prove, send }) => {
      const verifyToken = await prove('address')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/security/address/change', { ...address, ...codes, verifyToken })
      return t('guard.addressChanged')
    })
    if (isDone) for (const clear of [setEmail, setAreaCode, setMobile, setCode]) clear('')
  }
  return (
    <Section title={t('guard.modifyTitle')} text={t('guard.modifyText')} error={error ?? refused}>
      <form className={styles['enrol']} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('guard.newEmail')}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
        <AreaCodeField value={areaCode} onChange={setAreaCode} />
        <TextField
          label={t('guard.newMobile')}
          type="tel"
          autoComplete="tel-national"
          value={mobile}
          onChange={setMobile}
        />
        <CodeField
          sender={sender}
          value={code}
          onChange={setCode}
          error={undefined}
          cannotSend={address ? undefined : t('guard.nameShape')}
          onSend={sendCode}
        />
        <Button
          type="submit"
          loading={isBusy}
          disabled={!address || !isCode(code)}
          disabledReason={t('login.codeShape')}
        >
          {t('guard.save')}
        </Button>
      </form>
    </Section>
  )
}
