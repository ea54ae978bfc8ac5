import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { simulateIdToken, simulateTelegram, simulateWallet } from '../../data/third-party/api.ts'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import { AuthCard } from '../auth/index.ts'
import type { ThirdParty } from '../../lib/config/thirdParties.ts'
import type { Third } from './useThird.ts'

/** In development the gateway replaces third parties and vouches for the identity entered here. */
export function StandinForm({
  provider,
  name,
  third,
}: {
  provider: ThirdParty
  name: string
  third: Third
}) {
  const t = useEntryMessages()
  const [person, setPerson] = useState('')
  const [email, setEmail] = useState('')
  const prove = useStandinProof({ provider, account: person.trim(), email: email.trim() })
  return (
    <AuthCard
      title={name}
      notice={t('third.standin')}
      error={third.error}
      onSubmit={() => person.trim() !== '' && void third.askStandin(prove)}
    >
      <TextField
        label={t('third.person')}
        size="large"
        autoComplete="off"
        maxLength={40}
        value={person}
        onChange={setPerson}
      />
      {provider === 'google' || provider === 'apple' ? (
        <TextField
          label={t('register.email')}
          type="email"
          size="large"
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        loading={third.isBusy}
        disabled={person.trim() === ''}
      >
        {t('third.continue')}
      </Button>
    </AuthCard>
  )
}

/** The proof that the third party would give: a signature, Telegram's fields or an id token. */
function useStandinProof({
  provider,
  account,
  email,
}: {
  provider: ThirdParty
  account: string
  email: string
}): Parameters<Third['askStandin']>[0] {
  const dispatch = useAppDispatch()
  return async (begin) => {
    if (provider === 'wallet') {
      const { address } = await dispatch(simulateWallet({ account }))
      const { serialNO, message } = await begin(address)
      const { signature } = await dispatch(simulateWallet({ account, message }))
      return { serialNO, proof: { signature: signature ?? '' } }
    }
    // Nobody stands in for a provider that the operator has named.
    if (provider === 'oidc') throw new TypeError('There is no stand-in for this provider.')
    const { serialNO, nonce } = await begin()
    const subject = { subject: account, ...(email === '' ? {} : { email }) }
    const proof = await (provider === 'tg'
      ? dispatch(simulateTelegram({ id: telegramId(account), firstName: account }))
      : dispatch(simulateIdToken({ provider, nonce, ...subject })))
    return { serialNO, proof }
  }
}

/** Telegram names people by numbers: one for each name. */
function telegramId(name: string): number {
  return (
    [...name].reduce((sum, sign) => (sum * 131 + (sign.codePointAt(0) ?? 0)) % 1_000_000_007, 7) + 1
  )
}
