import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { Checkbox } from '@x/ui/checkbox'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Select } from '@x/ui/select'
import { Skeleton } from '@x/ui/skeleton'
import { Slider } from '@x/ui/slider'
import { lazy, useEffect, useEffectEvent, useMemo } from 'react'
import { isInverse } from '../../../data/futures/livePosition.ts'
import { sizeUnitOf } from '../../../data/spot/model.ts'
import { LazyBoundary } from '../../../lib/lazy/LazyBoundary.tsx'
import { PHONE, useMedia } from '../../../lib/media/useMedia.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { OrderAmountField } from '../OrderAmountField.tsx'
import styles from '../orderTicket.module.css'
import type { TicketFieldsProps, TicketView } from '../ticketView.ts'
import { ToolsPopover } from '../ToolsButton.tsx'
import { useTradingModule } from '../useTradingModule.ts'
import { FuturesEstimates } from './FuturesEstimates.tsx'
import {
  changeUnit,
  closesAll,
  editPriceOf,
  editSize,
  type FuturesDraft,
  FUTURES_TYPES,
  hasLimit,
  isClosing,
  shareSize,
  SIZE_UNITS,
  waitsForPrice,
} from './futuresDraft.ts'
import type { FuturesAvailable, FuturesTypes } from './futuresTypes.ts'
import { marginDigits } from './marginDigits.ts'
import { StrategyGuide } from './StrategyGuide.tsx'
import { TriggerBy, TriggerBySelect } from './TriggerBy.tsx'
import { useFuturesCommands } from './useFuturesCommands.ts'

const ExitFields = lazy(() => import('./ExitFields.tsx'))
const FieldTools = lazy(() => import('./FuturesFieldTools.tsx'))
/** The formulas over the account, which a guest does not load. */
const fetchFigures = () => import('./futuresFigures.ts')

/** The fields of a futures order, with what it would cost and change. */
export function FuturesFields(props: TicketFieldsProps<FuturesTypes>) {
  const { view, available, figures, form, quotes, terminal } = props
  const t = useFuturesMessages()
  const { spec, draft, edit } = view
  usePositionMode(view, available)
  useFuturesCommands(terminal, { form, quotes, draft, edit })
  const book = useStore(quotes, ({ book: shown }) => shown)
  const { module: formulas } = useTradingModule({
    isNeeded: available !== undefined,
    fetchModule: fetchFigures,
  })
  const most = useMemo(
    () => formulas?.maxSize(draft, { spec, available, book }),
    [formulas, draft, spec, available, book],
  )
  return (
    <>
      {draft.isTwoWay ? <TradeSide draft={draft} edit={edit} /> : null}
      <OrderType draft={draft} edit={edit} />
      <AvailableMargin spec={spec} available={available} />
      <PriceFields view={view} />
      {closesAll(draft) ? null : (
        <>
          <SizeField view={view} />
          <ShareSlider view={view} most={most} />
        </>
      )}
      <Options draft={draft} edit={edit} />
      {draft.hasExits && !isClosing(draft) ? (
        <LazyBoundary title={t('error.other')} fallback={<Skeleton height="64px" />}>
          <ExitFields {...{ view, quotes, figures }} />
        </LazyBoundary>
      ) : null}
      <FuturesEstimates spec={spec} figures={figures} most={most} />
    </>
  )
}

type EditProps = Pick<TicketView<FuturesTypes>, 'draft' | 'edit'>

/** The draft knows in which mode the account is, because its order says so. */
function usePositionMode(
  { draft, edit }: EditProps,
  available: FuturesAvailable | undefined,
): void {
  const isTwoWay = available?.isTwoWay ?? draft.isTwoWay
  const sync = useEffectEvent(() => {
    if (isTwoWay !== draft.isTwoWay) edit({ ...draft, isTwoWay, tradeSide: 'open' })
  })
  useEffect(() => sync(), [isTwoWay])
}

function TradeSide({ draft, edit }: EditProps) {
  const t = useFuturesMessages()
  return (
    <SegmentedControl
      aria-label={t('contract.openOrClose')}
      block
      size="small"
      value={draft.tradeSide}
      onChange={(tradeSide) => edit({ ...draft, tradeSide, share: undefined })}
      segments={[
        { value: 'open', label: t('contract.open') },
        { value: 'close', label: t('positions.close') },
      ]}
    />
  )
}

function OrderType({ draft, edit }: EditProps) {
  const t = useFuturesMessages()
  const waits = waitsForPrice(draft)
  const change = (type: FuturesDraft['type']) => edit({ ...draft, type, share: undefined })
  return (
    <>
      <SegmentedControl
        aria-label={t('spot.orderType')}
        block
        size="small"
        value={waits ? 'conditional' : draft.type}
        onChange={(key) => change(FUTURES_TYPES.find((type) => type === key) ?? 'stop_limit')}
        segments={[
          { value: 'limit', label: t('spot.limit') },
          { value: 'market', label: t('spot.market') },
          { value: 'conditional', label: t('spot.conditional') },
        ]}
      />
      {waits ? (
        <>
          <Select
            aria-label={t('spot.conditionalType')}
            size="small"
            className={styles['conditional']}
            value={draft.type}
            onChange={(key) => change(FUTURES_TYPES.find((type) => type === key) ?? 'stop_limit')}
            options={(['stop_limit', 'stop_market', 'trailing'] as const).map((key) => ({
              value: key,
              label: t(`spot.type.${key}`),
            }))}
          />
          <StrategyGuide />
        </>
      ) : null}
    </>
  )
}

function AvailableMargin({
  spec,
  available,
}: {
  readonly spec: FuturesTypes['spec']
  readonly available: FuturesAvailable | undefined
}) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  return (
    <p className={styles['line']}>
      <span>{t('spot.available')}</span>
      <NumberText full={available?.available ?? undefined} unit={spec.marginCoin}>
        {numbers.number(available?.available, { digits: marginDigits(spec) })}
      </NumberText>
    </p>
  )
}

function PriceFields({ view }: { readonly view: TicketView<FuturesTypes> }) {
  const t = useFuturesMessages()
  const { spec, draft, edit, field } = view
  return (
    <>
      {waitsForPrice(draft) ? <TriggerFields view={view} /> : null}
      {hasLimit(draft) ? (
        <OrderAmountField
          {...field('price')}
          {...priceProps(spec)}
          label={t('spot.price')}
          stepper
          end={<Tools field="price" view={view} />}
          onChange={(price) => edit(editPriceOf(draft, price))}
        />
      ) : null}
    </>
  )
}

const priceProps = ({ quote, pricePlace, tickSize }: FuturesTypes['spec']) => ({
  unit: quote,
  decimals: pricePlace,
  step: tickSize,
})

/** What an order waits for. */
function TriggerFields({ view }: { readonly view: TicketView<FuturesTypes> }) {
  const t = useFuturesMessages()
  const { spec, draft, edit, field } = view
  const isPhone = useMedia(PHONE)
  const trails = draft.type === 'trailing'
  const { unit, ...shared } = priceProps(spec)
  return (
    <>
      <OrderAmountField
        {...field('trigger')}
        {...shared}
        {...(isPhone
          ? { end: <TriggerBySelect {...{ draft, edit }} className={styles['inField']} /> }
          : { unit })}
        label={t(trails ? 'spot.activationPrice' : 'spot.triggerPrice')}
        placeholder={trails ? t('spot.atOnce') : undefined}
        onChange={(trigger) => edit({ ...draft, trigger })}
      />
      {trails ? (
        <OrderAmountField
          {...field('rate')}
          label={t('spot.callbackRate')}
          unit="%"
          decimals={2}
          step="0.1"
          onChange={(rate) => edit({ ...draft, rate })}
        />
      ) : null}
      {isPhone ? null : <TriggerBy draft={draft} edit={edit} />}
    </>
  )
}

function SizeField({ view }: { readonly view: TicketView<FuturesTypes> }) {
  const t = useFuturesMessages()
  const { spec, draft, edit, field } = view
  const base = sizeUnitOf(spec)
  const label = {
    base,
    value: t('contract.valueIn', { unit: spec.quote }),
    margin: t('contract.marginIn', { unit: spec.marginCoin }),
  } as const
  const decimals = {
    base: spec.quantityPlace,
    // Values of inverse contracts are whole.
    value: isInverse(spec) ? 0 : 2,
    margin: spec.marginPlace,
  }[draft.unit]
  return (
    <OrderAmountField
      {...field('size')}
      label={t('positions.size')}
      end={
        <>
          <Select
            aria-label={t('contract.sizeUnit')}
            size="mini"
            className={styles['inField']}
            // The digits of the size need the place that a short unit leaves.
            {...(draft.unit === 'base' ? { style: { inlineSize: 84 } } : {})}
            value={draft.unit}
            onChange={(key) =>
              edit(changeUnit(draft, SIZE_UNITS.find((unit) => unit === key) ?? 'base'))
            }
            options={SIZE_UNITS.map((unit) => ({ value: unit, label: label[unit] }))}
          />
          <Tools field="total" view={view} />
        </>
      }
      decimals={decimals}
      {...(draft.unit === 'base' ? { step: spec.stepSize } : {})}
      onChange={(size) => edit(editSize(draft, size))}
    />
  )
}

/** In a field: opens what fills it. */
function Tools({
  field,
  view,
}: {
  readonly field: 'price' | 'total'
  readonly view: TicketView<FuturesTypes>
}) {
  const t = useFuturesMessages()
  return (
    <ToolsPopover field={field} label={t(field === 'price' ? 'spot.price' : 'positions.value')}>
      {(close) => <FieldTools field={field} view={view} close={close} />}
    </ToolsPopover>
  )
}

/** Percent of the largest size. */
function ShareSlider({
  view: { spec, draft, edit },
  most,
}: {
  readonly view: TicketView<FuturesTypes>
  readonly most: string | undefined
}) {
  const t = useFuturesMessages()
  return (
    <Slider
      className={styles['share']}
      label={t('contract.share')}
      value={draft.share ?? 0}
      tone={draft.side === 'buy' ? 'up' : 'down'}
      disabled={most === undefined}
      onChange={(share) => most !== undefined && edit(shareSize(draft, { share, most, spec }))}
    />
  )
}

const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'post_only'] as const

/** A condition may close the whole position; in two-way mode an order that closes. */
const mayCloseAll = (draft: FuturesDraft): boolean => closesAll({ ...draft, closesPosition: true })

function Options({ draft, edit }: EditProps) {
  const t = useFuturesMessages()
  return (
    <div className={styles['options']} data-wraps="">
      {mayCloseAll(draft) ? (
        <Checkbox
          checked={draft.closesPosition}
          onChange={(closesPosition) => edit({ ...draft, closesPosition })}
        >
          {t('contract.closePosition')}
        </Checkbox>
      ) : null}
      {draft.isTwoWay || closesAll(draft) ? null : (
        <Checkbox
          checked={draft.reduceOnly}
          onChange={(reduceOnly) => edit({ ...draft, reduceOnly, share: undefined })}
        >
          {t('positions.reduceOnly')}
        </Checkbox>
      )}
      {isClosing(draft) ? null : (
        <Checkbox checked={draft.hasExits} onChange={(hasExits) => edit({ ...draft, hasExits })}>
          {t('positions.exits')}
        </Checkbox>
      )}
      {hasLimit(draft) ? (
        <Select
          aria-label={t('spot.timeInForce')}
          size="mini"
          className={styles['force']}
          value={draft.timeInForce}
          onChange={(key) =>
            edit({
              ...draft,
              timeInForce: TIMES_IN_FORCE.find((known) => known === key) ?? 'gtc',
            })
          }
          options={TIMES_IN_FORCE.map((key) => ({
            value: key,
            label: key === 'post_only' ? t('spot.postOnly') : key.toUpperCase(),
          }))}
        />
      ) : null}
    </div>
  )
}
