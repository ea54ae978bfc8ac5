import { Button } from '@x/ui/button'
import { Skeleton } from '@x/ui/skeleton'
import { Fragment, lazy, type ReactNode, useState } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { OrderAmountField } from './OrderAmountField.tsx'
import { editAmount, editPrice, editTotal, totalDecimals } from './orderDraft.ts'
import { type DraftField, isLimited, sizeFieldOf, TYPE_FIELDS } from '../order-terms/index.ts'
import { PriceToolsButton } from './PriceToolsButton.tsx'
import { useTicket } from './ticketContext.ts'

const SellTotalField = lazy(() => import('./SellTotalField.tsx'))
const TriggerChoice = lazy(() => import('./TriggerChoice.tsx'))

/**
 * The fields that an order of this side and type has, in the order of `TYPE_FIELDS`, the size last.
 */
export function OrderFields() {
  const t = useMessages()
  const { spec, draft, edit, field: common } = useTicket()
  const { side } = draft
  const limited = isLimited(draft.type)
  const sizeField = sizeFieldOf(draft)
  const own = useTypeFields()
  // Of a sale the total only sizes the amount; a buy at the market may be placed by its total.
  const [sellsTotal, setSellsTotal] = useState(false)
  const isByTotal = !limited && side === 'sell' && sellsTotal
  const unitSwitch = limited ? undefined : side === 'buy' ? (
    <UnitSwitch />
  ) : (
    <SizeSwitch
      unit={isByTotal ? 'base' : 'quote'}
      onSwitch={() => {
        setSellsTotal(!isByTotal)
        edit({ ...draft, amount: '', total: '', share: undefined })
      }}
    />
  )
  return (
    <>
      {own}
      {isByTotal ? (
        <LazyBoundary title={t('error.other')} fallback={<Skeleton height="32px" />}>
          <SellTotalField end={unitSwitch} />
        </LazyBoundary>
      ) : limited || sizeField === 'amount' ? (
        <OrderAmountField
          {...common('amount')}
          label={t('spot.amount')}
          end={unitSwitch}
          unit={spec.base}
          decimals={spec.quantityPlace}
          step={spec.stepSize}
          onChange={(amount) => edit(editAmount(draft, amount))}
        />
      ) : null}
      {limited || sizeField === 'total' ? (
        <OrderAmountField
          {...common('total')}
          label={t('spot.total')}
          end={unitSwitch}
          unit={spec.quote}
          decimals={totalDecimals(spec)}
          placeholder={`≥ ${spec.minNotional}`}
          onChange={(total) => edit(editTotal(draft, total, spec))}
        />
      ) : null}
    </>
  )
}

/** The fields of this type of order besides its size. */
function useTypeFields(): readonly ReactNode[] {
  const t = useMessages()
  const { spec, draft, edit, field: common } = useTicket()
  const { type } = draft
  const price = (field: DraftField, label: string, placeholder?: string) => (
    <OrderAmountField
      key={field}
      {...common(field)}
      label={label}
      unit={spec.quote}
      decimals={spec.pricePlace}
      step={spec.tickSize}
      {...(field === 'price' ? { stepper: true, end: <PriceToolsButton /> } : {})}
      placeholder={placeholder}
      onChange={(value) =>
        edit(field === 'price' ? editPrice(draft, value, spec) : { ...draft, [field]: value })
      }
    />
  )
  const fields: Readonly<Partial<Record<DraftField, () => ReactNode>>> = {
    price: () => price('price', type === 'oco' ? t('spot.limitPrice') : t('spot.price')),
    // Next to the price it is about: further down it is out of sight on a small screen.
    trigger: () => (
      <Fragment key="trigger">
        {price(
          'trigger',
          type === 'trailing' ? t('spot.activationPrice') : t('spot.triggerPrice'),
          type === 'trailing' ? t('spot.atOnce') : undefined,
        )}
        <LazyBoundary title={t('error.other')} fallback={<Skeleton height="24px" />}>
          <TriggerChoice />
        </LazyBoundary>
      </Fragment>
    ),
    stop: () => price('stop', t('spot.stopPrice'), t('spot.market')),
    rate: () => (
      <OrderAmountField
        key="rate"
        {...common('rate')}
        label={t('spot.callbackRate')}
        unit="%"
        decimals={2}
        step="0.1"
        onChange={(rate) => edit({ ...draft, rate })}
      />
    ),
  }
  return [...TYPE_FIELDS[type].needed, ...TYPE_FIELDS[type].optional].map((field) =>
    fields[field]?.(),
  )
}

/** Sizes a buy at the market in base or in quote. */
function UnitSwitch() {
  const { draft, edit } = useTicket()
  const unit = draft.unit === 'quote' ? 'base' : 'quote'
  return (
    <SizeSwitch
      unit={unit}
      onSwitch={() => edit({ ...draft, unit, amount: '', total: '', share: undefined })}
    />
  )
}

interface SizeSwitchProps {
  readonly unit: 'base' | 'quote'
  readonly onSwitch: () => void
}

function SizeSwitch({ unit, onSwitch }: SizeSwitchProps) {
  const t = useMessages()
  const { spec } = useTicket()
  return (
    <Button variant="ghost" size="mini" className={styles['unit']} onClick={onSwitch}>
      {t('spot.sizeIn', { unit: spec[unit] })}
    </Button>
  )
}
