import type { AccountRights } from '@x/api'
import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { Switch } from '@x/ui/switch'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import type { SubAccount } from '../../data/account/api.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import {
  accountText,
  CodeField,
  isCode,
  isEmail,
  NewPasswordField,
  passwordFault,
  useCodeSender,
} from '../auth/index.ts'
import styles from './account.module.css'
import { useChange } from './useChange.ts'

const RIGHTS: readonly AccountRights[] = ['full', 'trade', 'view']

/** What is chosen for one sub-account, and the changes that bring it about. */
function useManagement(account: SubAccount) {
  const t = useGuardMessages()
  const { userId, isFrozen } = account
  const { isBusy, error, change } = useChange()
  const [label, setLabel] = useState(account.label)
  const [rights, setRights] = useState(account.rights)
  const [mayUseKeys, setMayUseKeys] = useState(account.mayUseKeys)
  const name = label.trim()
  const terms = { rights, mayUseKeys: rights === 'full' && mayUseKeys }
  const save = () =>
    change(async ({ prove, send }) => {
      if (name !== account.label) {
        const verifyToken = await prove('subAccount')
        if (verifyToken === undefined) return undefined
        await send('POST /v1/user/sub-account/rename', { userId, label: name, verifyToken })
      }
      if (rights !== account.rights || terms.mayUseKeys !== account.mayUseKeys) {
        const verifyToken = await prove('subAccount')
        if (verifyToken === undefined) return undefined
        await send('POST /v1/user/sub-account/rights', { userId, ...terms, verifyToken })
      }
      return t('guard.saved')
    })
  const freeze = () =>
    change(async ({ prove, send }) => {
      const verifyToken = await prove('subAccount')
      if (verifyToken === undefined) return undefined
      const verb = isFrozen ? 'unfreeze' : 'freeze'
      await send(`POST /v1/user/sub-account/${verb}`, { userId, verifyToken })
      return t('guard.saved')
    })
  return {
    isBusy,
    error,
    label,
    setLabel,
    hasName: name !== '',
    rights,
    setRights,
    mayUseKeys: terms.mayUseKeys,
    setMayUseKeys,
    save,
    freeze,
  }
}

/** Name, rights, freeze and log-in of one sub-account; each change takes a step-up. */
export function ManageSubAccount({ account }: { readonly account: SubAccount }) {
  const t = useGuardMessages()
  const { isBusy, error, label, setLabel, rights, setRights, ...management } =
    useManagement(account)
  return (
    <li className={styles['enrol']}>
      <p className={styles['error']} role="alert">
        {error}
      </p>
      <TextField label={t('subAccount.name')} maxLength={40} value={label} onChange={setLabel} />
      <Select
        label={t('guard.rights')}
        options={RIGHTS.map((value) => ({ value, label: t(`guard.rights.${value}`) }))}
        value={rights}
        onChange={(value) => setRights(RIGHTS.find((each) => each === value) ?? rights)}
      />
      <Switch
        checked={management.mayUseKeys}
        disabled={rights !== 'full'}
        onChange={management.setMayUseKeys}
      >
        {t('guard.mayUseKeys')}
      </Switch>
      <span className={styles['actions']}>
        <Button size="small" loading={isBusy} onClick={() => void management.freeze()}>
          {t(account.isFrozen ? 'guard.unfreeze' : 'guard.freeze')}
        </Button>
        <Button
          size="small"
          variant="primary"
          loading={isBusy}
          disabled={!management.hasName}
          disabledReason={t('subAccount.needsName')}
          onClick={() => void management.save()}
        >
          {t('guard.save')}
        </Button>
      </span>
      <OwnLogin userId={account.userId} />
    </li>
  )
}

/** An address and a password that open this sub-account alone. */
function OwnLogin({ userId }: { readonly userId: string }) {
  const t = useGuardMessages()
  const { isBusy, error, change } = useChange()
  const sender = useCodeSender('newAddress')
  const [refused, setRefused] = useState<string>()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [pwd, setPwd] = useState('')
  const [isTried, setTried] = useState(false)
  const fault = passwordFault(pwd)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isEmail(email) || !isCode(code) || fault) return
    const isDone = await change(async ({ prove, send }) => {
      const verifyToken = await prove('subAccount')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/sub-account/login', {
        userId,
        email: email.trim(),
        emailCode: code.trim(),
        pwd,
        verifyToken,
      })
      return t('guard.saved')
    })
    if (!isDone) return
    for (const clear of [setEmail, setCode, setPwd]) clear('')
    setTried(false)
  }
  return (
    <form className={styles['enrol']} noValidate onSubmit={(event) => void submit(event)}>
      <span className={styles['error']} role="alert">
        {error ?? refused}
      </span>
      <TextField
        label={t('guard.newEmail')}
        type="email"
        value={email}
        onChange={setEmail}
        error={isTried && !isEmail(email) ? t('register.emailShape') : undefined}
      />
      <CodeField
        sender={sender}
        value={code}
        onChange={setCode}
        error={isTried && !isCode(code) ? t('login.codeShape') : undefined}
        cannotSend={isEmail(email) ? undefined : t('guard.nameShape')}
        onSend={() =>
          void sender
            .send({ email: email.trim() })
            .then(setRefused, (failure: unknown) => setRefused(accountText(failure, t)))
        }
      />
      <NewPasswordField
        label={t('guard.newPassword')}
        value={pwd}
        onChange={setPwd}
        own={[email]}
        error={isTried && fault ? t(`register.password.${fault}`) : undefined}
      />
      <Button type="submit" size="small" loading={isBusy}>
        {t('guard.ownLogin')}
      </Button>
    </form>
  )
}
