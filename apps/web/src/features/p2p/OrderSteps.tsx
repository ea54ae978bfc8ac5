import { useDates } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { TextArea } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useServerNow } from '../../data/hooks/useServerNow.ts'
import { changeOrder, type P2pOrderDetail } from '../../data/p2p/orders.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import own from './p2p.module.css'
import { useP2pChange } from './useP2pChange.ts'
import { countdown, useP2pFigures } from './useP2pFigures.ts'

const LONGEST_REASON = 500
const IN_STATE = 'p2p.inState'

/** What a party of the order can do now. */
export function OrderSteps({ order }: { readonly order: P2pOrderDetail }) {
  const t = useP2pMessages()
  const { text } = useUntrusted()
  const { status, role, appeal, ruling } = order
  return (
    <div className={own['steps']}>
      {status === 'awaitingPayment' ? <Awaiting order={order} /> : null}
      {status === 'paid' || status === 'appealed' ? <Paid order={order} /> : null}
      {status === 'released' && role === 'buyer' ? (
        <p className={styles['note']}>{t('p2p.inAccount')}</p>
      ) : null}
      {appeal ? (
        <p dir="auto" className={styles['note']}>
          {t('p2p.appealReason', { reason: text(appeal.reason) })}
        </p>
      ) : null}
      {status === 'appealed' ? <p className={styles['note']}>{t('p2p.appealText')}</p> : null}
      {ruling ? (
        <p dir="auto" className={styles['note']}>
          {t('p2p.ruling', { reason: text(ruling.reason) })}
        </p>
      ) : null}
    </div>
  )
}

function Awaiting({ order }: { readonly order: P2pOrderDetail }) {
  const t = useP2pMessages()
  const figures = useP2pFigures()
  const now = useServerNow()
  const { orderId, role, total, fiat, expiresAt } = order
  const money = figures.fiat(total, fiat)
  return (
    <>
      <p className={own['clock']} role="timer" aria-label={t('p2p.timeLeft')}>
        {countdown(expiresAt - now)}
      </p>
      <p className={styles['note']}>
        {role === 'buyer' ? t('p2p.payNow', { total: money }) : t('p2p.waitForPayment')}
      </p>
      {role === 'buyer' ? (
        <span className={own['actions']}>
          <ConfirmButton
            variant="primary"
            text={t('p2p.confirmPaid')}
            question={t('p2p.confirmPaidText', { total: money })}
            make={() => changeOrder('POST /v1/p2p/order/paid', { orderId })}
          />
          <CancelButton orderId={orderId} />
        </span>
      ) : null}
    </>
  )
}

function Paid({ order }: { readonly order: P2pOrderDetail }) {
  const t = useP2pMessages()
  const figures = useP2pFigures()
  const { orderId, role, total, fiat, status } = order
  return (
    <>
      <p className={styles['note']}>
        {role === 'buyer'
          ? t('p2p.waitForRelease')
          : t('p2p.checkPayment', { total: figures.fiat(total, fiat) })}
      </p>
      <span className={own['actions']}>
        {role === 'seller' ? <ReleaseButton order={order} /> : <CancelButton orderId={orderId} />}
      </span>
      {status === 'paid' ? <Appeal order={order} /> : null}
    </>
  )
}

/** Asks first, then sends. */
function ConfirmButton({
  text,
  question,
  variant,
  make,
}: {
  readonly text: string
  readonly question: string
  readonly variant: 'primary' | 'neutral'
  readonly make: () => ReturnType<typeof changeOrder>
}) {
  const confirm = useConfirm()
  const { isBusy, change } = useP2pChange()
  const press = async () => {
    const isMeant = await confirm({ title: text, message: question, confirmText: text })
    if (isMeant) await change({ thunk: make(), inState: IN_STATE })
  }
  return (
    <Button variant={variant} loading={isBusy} onClick={() => void press()}>
      {text}
    </Button>
  )
}

function CancelButton({ orderId }: { readonly orderId: string }) {
  const t = useP2pMessages()
  return (
    <ConfirmButton
      variant="neutral"
      text={t('p2p.cancel')}
      question={t('p2p.cancelText')}
      make={() => changeOrder('POST /v1/p2p/order/cancel', { orderId })}
    />
  )
}

/** The coins go for good: a question, and a proof of the second factor. */
function ReleaseButton({
  order: { orderId, amount, asset, total, fiat },
}: {
  readonly order: P2pOrderDetail
}) {
  const t = useP2pMessages()
  const figures = useP2pFigures()
  const confirm = useConfirm()
  const { isBusy, changeProved } = useP2pChange()
  const press = async () => {
    const isMeant = await confirm({
      title: t('p2p.release'),
      message: t('p2p.releaseText', {
        amount: figures.coins(amount, asset),
        total: figures.fiat(total, fiat),
      }),
      confirmText: t('p2p.release'),
    })
    if (!isMeant) return
    await changeProved('p2pRelease', {
      inState: IN_STATE,
      make: (verifyToken) =>
        changeOrder('POST /v1/p2p/order/confirmPutCoin', { orderId, verifyToken }),
    })
  }
  return (
    <Button variant="primary" loading={isBusy} onClick={() => void press()}>
      {t('p2p.release')}
    </Button>
  )
}

function Appeal({ order: { orderId, appealFrom } }: { readonly order: P2pOrderDetail }) {
  const t = useP2pMessages()
  const dates = useDates()
  const now = useServerNow()
  const { isBusy, change } = useP2pChange()
  const [reason, setReason] = useState('')
  if (appealFrom === null || now < appealFrom)
    return (
      <p className={styles['note']}>
        {t('p2p.appealFrom', { time: dates.timestamp(appealFrom ?? now) })}
      </p>
    )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const said = reason.trim()
    if (said === '') return
    await change({
      thunk: changeOrder('POST /v1/p2p/order/appeal', { orderId, reason: said }),
      inState: IN_STATE,
    })
  }
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      <TextArea
        label={t('p2p.reason')}
        help={t('p2p.appealText')}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={setReason}
      />
      <Button type="submit" loading={isBusy} disabled={reason.trim() === ''}>
        {t('p2p.appeal')}
      </Button>
    </form>
  )
}
