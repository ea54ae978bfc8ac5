import { Button } from '@x/ui/button'
import { Skeleton } from '@x/ui/skeleton'
import { Fragment, lazy, type ReactNode } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { OrderAmountField } from './OrderAmountField.tsx'
import { editAmount, editPrice, editTotal, totalDecimals } from './orderDraft.ts'
import { type DraftField, isLimited, sizeFieldOf, TYPE_FIELDS } from '../order-terms/index.ts'
import { useTicket } from './ticketContext.ts'
import { ToolsButton } from './ToolsButton.tsx'

const TriggerChoice = lazy(() => import('./TriggerChoice.tsx'))

/**
 * The fields that an order of this side and type has, in the order of `TYPE_FIELDS`, the size last.
 */
export function OrderFields() {
  const t = useMessages()
  const { spec, draft, edit, field: common } = useTicket()
  const limited = isLimited(draft.type)
  const sizeField = sizeFieldOf(draft)
  const own = useTypeFields()
  // A sale that waits for its trigger is sized in coin, which is held.
  const takesValue = !limited && (draft.side === 'buy' || draft.type === 'market')
  const tools = (
    <>
      {takesValue ? <UnitSwitch /> : null}
      <ToolsButton field="total" />
    </>
  )
  return (
    <>
      {own}
      {limited || sizeField === 'amount' ? (
        <OrderAmountField
          {...common('amount')}
          label={t('spot.amount')}
          {...(limited ? {} : { end: tools })}
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
          end={tools}
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
      {...(field === 'price'
        ? {
            stepper: true,
            end: <ToolsButton field="price" />,
          }
        : {})}
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

/** Sizes an order at the market in base or in quote. */
function UnitSwitch() {
  const t = useMessages()
  const { spec, draft, edit } = useTicket()
  const unit = sizeFieldOf(draft) === 'total' ? 'base' : 'quote'
  const own = draft.side === 'buy' ? 'unit' : 'sellUnit'
  return (
    <Button
      variant="ghost"
      size="mini"
      className={styles['unit']}
      onClick={() => edit({ ...draft, [own]: unit, amount: '', total: '', share: undefined })}
    >
      {t('spot.sizeIn', { unit: spec[unit] })}
    </Button>
  )
}
