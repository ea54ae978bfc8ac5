import {
  compare,
  decimal,
  div,
  finishAmount,
  formatDecimal,
  mul,
  parseDecimal,
  roundToStep,
  ZERO,
} from '@x/decimal'
import { randomHex } from '@x/kit'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Slider } from '@x/ui/slider'
import { type FormEvent, useId, useState } from 'react'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { legOf, useClosePosition } from '../../data/futures/positionsApi.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { reportOrder } from '../orders/index.ts'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { baseOf } from './baseOf.ts'
import styles from './futuresPanel.module.css'
import { contractFigures, positionName, sizeUnit } from './terms.ts'
import type { PositionDialogProps } from './positionDialogs.ts'

const HUNDRED = decimal('100')

/** So much of a position, in whole steps, rounded down; all of it at 100 %. */
export function shareOf(
  count: string,
  { percent, stepSize }: { readonly percent: number; readonly stepSize: string },
): string {
  if (percent >= 100) return count
  const part = div(mul(decimal(count), decimal(String(percent))), HUNDRED, {
    scale: 18,
    mode: 'down',
  })
  return formatDecimal(roundToStep(part, { step: decimal(stepSize), mode: 'down' }), { trim: true })
}

/** Closes a position or a part of it, by a limit or at the market. */
export default function CloseDialog({ position, onClose }: PositionDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const formId = useId()
  const draft = useCloseDraft({ position, onClose })
  const { contract, type, size, price, unread } = draft
  const figures = contractFigures(numbers, contract)
  const unit = sizeUnit(contract, t)
  const sizeText = unit ? `${figures.size(size)} ${unit}` : figures.size(size)
  const name = positionName(position, t)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <CoinTitle asset={baseOf(position)}>
          {t('positions.closeTitle', { position: name })}
        </CoinTitle>
      }
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            type="submit"
            form={formId}
            variant={position.positionSide === 1 ? 'sell' : 'buy'}
            loading={draft.isBusy}
            disabled={!draft.isReady}
            disabledReason={unread ?? draft.problem}
          >
            {type === 'market'
              ? t('positions.closeAtMarket', { size: sizeText })
              : t('positions.closeAtPrice', {
                  size: sizeText,
                  price: figures.price(price || null),
                })}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        <SegmentedControl
          aria-label={t('orders.type')}
          block
          segments={[
            { value: 'market', label: t('spot.market') },
            { value: 'limit', label: t('spot.limit') },
          ]}
          value={type}
          onChange={draft.setType}
        />
        {type === 'limit' ? (
          <AmountField
            label={t('spot.price')}
            decimals={contract?.pricePlace ?? 8}
            unit={contract?.quote}
            value={price}
            step={contract?.tickSize ?? '1'}
            {...readers(contract?.pricePlace ?? 8)}
            onChange={draft.setPrice}
            onRefuse={draft.setUnread}
          />
        ) : null}
        <AmountField
          label={t('spot.amount')}
          decimals={contract?.quantityPlace ?? 8}
          unit={unit}
          value={size}
          step={contract?.stepSize ?? '1'}
          error={draft.isTooMuch ? draft.problem : undefined}
          {...readers(contract?.quantityPlace ?? 8)}
          onChange={draft.setSize}
          onRefuse={draft.setUnread}
        />
        <Slider
          label={t('positions.share')}
          showLabel
          value={draft.percent}
          onChange={draft.setPercent}
          format={(value) => numbers.percent(String(value), { unit: 'percent', digits: 0 })}
        />
        {draft.refusal ? (
          <p className={styles['help']} data-refused="" role="alert">
            {draft.refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

function useCloseDraft({ position, onClose }: PositionDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const services = useServices()
  const contract = useContracts().get(position.symbol)
  const [run, { isLoading, error }] = useClosePosition()
  const [clientOid] = useState(() => `w${randomHex(services.random, 12)}`)
  const [type, setType] = useState<'market' | 'limit'>('market')
  const [price, setPrice] = useState(position.markPrice ?? '')
  const [size, setSize] = useState(position.count)
  const [percent, choosePercent] = useState(100)
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const value = parseDecimal(finishAmount(size))
  const limit = parseDecimal(finishAmount(price))
  const isTooMuch = value !== null && compare(value, decimal(position.count)) > 0
  const isPriced = type === 'market' || (limit !== null && compare(limit, ZERO) > 0)
  const isReady = value !== null && compare(value, ZERO) > 0 && !isTooMuch && isPriced && !unread
  const most = contractFigures(numbers, contract).size(position.count)
  const problem = isTooMuch
    ? t('positions.maximum', { amount: most })
    : isPriced
      ? t('spot.enterAmount')
      : t('spot.enterPrice')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isReady || isLoading) return
    const isAll = finishAmount(size) === position.positionsCount
    const { data, error: failed } = await run({
      ...legOf(position),
      orderType: type,
      ...(type === 'limit' ? { price: finishAmount(price) } : {}),
      ...(isAll ? {} : { size: finishAmount(size) }),
      clientOid,
    })
    if (failed) return
    const text = t('positions.closeSent', {
      size: numbers.number(finishAmount(size), { digits: contract?.quantityPlace ?? 8 }),
    })
    reportOrder(services, { kind: 'success', text, orderId: data?.orderId })
    onClose()
  }
  return {
    contract,
    type,
    setType,
    price,
    setPrice,
    size,
    setSize(next: string) {
      setSize(next)
      choosePercent(0)
    },
    percent,
    setPercent(next: number) {
      choosePercent(next)
      setSize(shareOf(position.count, { percent: next, stepSize: contract?.stepSize ?? '1' }))
    },
    unread,
    setUnread,
    isTooMuch,
    isReady,
    isBusy: isLoading,
    problem,
    refusal: error ? futuresErrorText(error, t) : undefined,
    submit: (event: FormEvent) => void submit(event),
  }
}
