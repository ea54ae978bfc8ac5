import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { changeP2p, useOwnProfile } from '../../data/p2p/adverts.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useP2pChange } from './useP2pChange.ts'

const LONGEST = 20
const NICKNAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{1,18}[\p{L}\p{N}]$/u

/** The name under which others see the user. */
export function NameForm() {
  const t = useP2pMessages()
  const { data: profile } = useOwnProfile()
  const { isBusy, change } = useP2pChange()
  const [typed, setTyped] = useState<string>()
  const nickname = (typed ?? profile?.nickname ?? '').trim()
  const isWrong = typed !== undefined && !NICKNAME.test(nickname)
  const isReady = typed !== undefined && !isWrong && nickname !== profile?.nickname
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const thunk = changeP2p('POST /v1/p2p/profile/rename', { nickname })
    if (await change({ thunk })) setTyped(undefined)
  }
  return (
    <div className={styles['card']}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={t('payment.name')}
          size="large"
          maxLength={LONGEST}
          value={typed ?? profile?.nickname ?? ''}
          help={t('payment.nameRule')}
          error={isWrong ? t('payment.nameRule') : undefined}
          onChange={setTyped}
        />
        <Button
          type="submit"
          size="large"
          loading={isBusy}
          disabled={!isReady}
          disabledReason={t('payment.nameRule')}
        >
          {t('advert.save')}
        </Button>
      </form>
    </div>
  )
}
