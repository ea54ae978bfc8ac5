import { compare, decimal, finishAmount, parseDecimal, ZERO } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button, IconButton } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { EmptyState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { NumberText } from '@x/ui/number'
import { Scrollbar } from '@x/ui/scrollbar'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { placeAlert, removeAlert, usePriceAlerts } from '../../../data/alerts/api.ts'
import { useLastTick } from '../../../data/market/useLastTick.ts'
import { useAppDispatch } from '../../../data/store/hooks.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { CoinTitle } from '../../../lib/coins/CoinTitle.tsx'
import { useAmountReaders } from '../../../lib/amounts/useAmountReaders.ts'
import { failureOf, serverText } from '../../../lib/errors/serverText.ts'
import { ChartTexts } from '../../../lib/lazy/ChartTexts.tsx'
import { useChartMessages } from '../../../lib/messages/messages.ts'
import { decimalsOfStep } from '../../order-book/index.ts'
import styles from './alerts.module.css'

interface AlertDialogProps {
  readonly spec: SpotSymbol
  /** What the field begins with; empty: the last price. */
  readonly price: string
  readonly onClose: () => void
}

/** The most alerts of a user that may wait, as the gateway counts them. */
const MOST = '50'
const [WRONG_SIDE, TOO_MANY] = ['40208', '42902']

/** Sets a price alert of a pair, and lists those that wait. */
export default function AlertDialog(props: AlertDialogProps) {
  return (
    <ChartTexts>
      <Alerts {...props} />
    </ChartTexts>
  )
}

function Alerts({ spec, price, onClose }: AlertDialogProps) {
  const t = useChartMessages()
  const readers = useAmountReaders()
  const numbers = useNumbers('trading')
  const formId = useId()
  const draft = useAlertDraft({ spec, price })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <CoinTitle asset={spec.base}>
          {t('alert.title')} · {spec.base}/{spec.quote}
        </CoinTitle>
      }
      footer={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          loading={draft.isBusy}
          disabled={!draft.isReady}
          disabledReason={draft.reason}
        >
          {t('alert.set')}
        </Button>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        <AmountField
          label={t('alert.price')}
          decimals={spec.pricePlace}
          unit={spec.quote}
          step={spec.tickSize}
          value={draft.typed}
          help={t('alert.lead', { pair: `${spec.base}/${spec.quote}` })}
          error={draft.refusal}
          {...readers(spec.pricePlace)}
          formatIdle={(text) => numbers.number(text, { digits: decimalsOfStep(text) })}
          onChange={draft.setTyped}
          onRefuse={draft.setUnread}
        />
      </form>
      <AlertList spec={spec} />
    </Dialog>
  )
}

function AlertList({ spec }: Pick<AlertDialogProps, 'spec'>) {
  const t = useChartMessages()
  const numbers = useNumbers('trading')
  const dispatch = useAppDispatch()
  const alerts = usePriceAlerts(spec.symbol)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  if (alerts.length === 0) return <EmptyState>{t('alert.empty')}</EmptyState>
  const remove = (alertId: string) =>
    void dispatch(removeAlert(alertId)).then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(serverText(error, t)),
    )
  return (
    <>
      <Scrollbar label={t('alert.title')} maxHeight="240px" className={styles['scroll']}>
        <ul className={styles['list']} aria-label={t('alert.title')}>
          {alerts.map(({ alertId, direction, price }) => {
            const figure = numbers.number(price, { digits: spec.pricePlace, purpose: 'price' })
            return (
              <li key={alertId} className={styles['alert']}>
                <NumberText>{t(`alert.${direction}`, { price: figure })}</NumberText>
                <IconButton
                  size="mini"
                  icon={<Icon of={Trash2} size={14} />}
                  label={t('alert.remove', { price: figure })}
                  onClick={() => remove(alertId)}
                />
              </li>
            )
          })}
        </ul>
      </Scrollbar>
      {failure ? (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      ) : null}
    </>
  )
}

/** What is typed, and what became of it. */
function useAlertDraft({ spec, price }: Pick<AlertDialogProps, 'spec' | 'price'>) {
  const t = useChartMessages()
  const dispatch = useAppDispatch()
  const { price: last } = useLastTick(spec.symbol)
  const [typed, setTyped] = useState<string | undefined>(price === '' ? undefined : price)
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const shown = typed ?? last ?? ''
  const value = parseDecimal(finishAmount(shown))
  const isSame = value !== null && last !== undefined && compare(value, decimal(last)) === 0
  const isReady = value !== null && compare(value, ZERO) > 0 && !isSame && unread === undefined
  const send = async (): Promise<void> => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await dispatch(placeAlert({ symbol: spec.symbol, price: finishAmount(shown) }))
    } catch (error) {
      const { code } = failureOf(error)
      if (code === WRONG_SIDE) setRefusal(t('alert.same'))
      else if (code === TOO_MANY) setRefusal(t('alert.full', { count: MOST }))
      else setRefusal(serverText(error, t))
    }
    setBusy(false)
  }
  return {
    typed: shown,
    setTyped(text: string) {
      setTyped(text)
      setRefusal(undefined)
    },
    setUnread: (message: string | undefined) => setUnread(message),
    refusal,
    isBusy,
    isReady,
    reason: unread ?? t('alert.same'),
    submit(event: FormEvent) {
      event.preventDefault()
      if (isReady && !isBusy) void send()
    },
  }
}
