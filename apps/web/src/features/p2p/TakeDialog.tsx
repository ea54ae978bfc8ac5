import {
  compare,
  type Decimal,
  decimal,
  div,
  finishAmount,
  formatDecimal,
  mul,
  parseDecimal,
  sub,
} from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { CheckboxGroup } from '@x/ui/checkbox-group'
import { Dialog } from '@x/ui/dialog'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBalances } from '../../data/balances/hooks.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { usePayments } from '../../data/p2p/adverts.ts'
import { type P2pAdvert, TAKE_DECIDED, takeAdvert, type TakeTerms } from '../../data/p2p/orders.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { ltr } from '../../lib/ltr.ts'
import { leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import { MOST_METHODS } from './advertDraft.ts'
import { masked } from './masked.ts'
import own from './p2p.module.css'
import { useP2pFigures } from './useP2pFigures.ts'
import { usePaymentNames } from './usePaymentNames.ts'

const COIN_DECIMALS = 8
const FIAT_DECIMALS = 2

/** An amount of an advert; one who sells also names how to be paid. */
export function TakeDialog({
  advert,
  feePercent,
  onClose,
}: {
  readonly advert: P2pAdvert
  /** Of the coins that a buyer gets. */
  readonly feePercent: string
  readonly onClose: () => void
}) {
  const t = useP2pMessages()
  const figures = useP2pFigures()
  const readers = useAmountReaders()
  const { text } = useUntrusted()
  const draft = useDraft(advert, feePercent)
  const { isBusy, send } = useTake({ advert, onDone: onClose })
  const { asset, fiat, owner, terms, payMinutes } = advert
  const isBuying = advert.side === 'sell'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.terms) void send(draft.terms)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <CoinTitle asset={asset}>
          {t(isBuying ? 'spot.buyBase' : 'spot.sellBase', { base: asset })}
        </CoinTitle>
      }
    >
      <form className={styles['form']} noValidate onSubmit={submit}>
        <dl className={styles['figures']}>
          <Figure name={t('p2p.counterparty')} value={text(owner.nickname)} />
          <Figure name={t('orders.price')} value={figures.price(advert.price, fiat)} />
          <Figure name={t('advert.payMinutes')} value={String(payMinutes)} />
        </dl>
        {terms === '' ? null : (
          <p dir="auto" className={own['terms']}>
            {text(terms)}
          </p>
        )}
        <AmountField
          label={t(isBuying ? 'p2p.pay' : 'p2p.beingPaid')}
          size="large"
          decimals={FIAT_DECIMALS}
          unit={fiat}
          value={draft.total}
          help={ltr(figures.limits(advert))}
          error={draft.fault && t(draft.fault)}
          {...readers(FIAT_DECIMALS)}
          onChange={draft.setTotal}
        />
        <p className={styles['note']} role="status">
          {draft.moved === undefined ? null : <Moved advert={advert} moved={draft.moved} />}
        </p>
        {isBuying ? null : <OwnMethods advert={advert} draft={draft} />}
        <Button
          type="submit"
          variant={isBuying ? 'buy' : 'sell'}
          size="large"
          block
          loading={isBusy}
          disabled={!draft.terms}
          disabledReason={t(
            isBuying || draft.methods.length > 0 ? 'spot.enterAmount' : 'advert.needsMethod',
          )}
        >
          {t(isBuying ? 'spot.buyBase' : 'spot.sellBase', { base: asset })}
        </Button>
      </form>
    </Dialog>
  )
}

/** The coins of the amount that is typed, and what the exchange takes of a buyer. */
function Moved({
  advert: { side, asset },
  moved: { coins, fee },
}: {
  readonly advert: P2pAdvert
  readonly moved: { readonly coins: string; readonly fee: string }
}) {
  const t = useP2pMessages()
  const figures = useP2pFigures()
  if (side === 'buy') return `${t('p2p.give')} ${figures.coins(coins, asset)}`
  const got = `${t('spot.receive')} ${figures.coins(coins, asset)}`
  return `${got} · ${t('orders.fee')}: ${figures.coins(fee, asset)}`
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
)

type Draft = ReturnType<typeof useDraft>

/** Ways of the user that the buyer pays. */
function OwnMethods({ advert, draft }: { readonly advert: P2pAdvert; readonly draft: Draft }) {
  const t = useP2pMessages()
  const to = useLocalePath()
  const names = usePaymentNames()
  const { data: own = [] } = usePayments()
  const fitting = own.filter(({ type }) => advert.paymentTypes.includes(type))
  if (fitting.length === 0)
    return (
      <p className={styles['note']}>
        {t('p2p.noFitting', { types: advert.paymentTypes.map(names.type).join(', ') })}{' '}
        <Link to={to('/p2p/payments')}>{t('payment.add')}</Link>
      </p>
    )
  return (
    <CheckboxGroup
      label={t('payment.title')}
      max={MOST_METHODS}
      options={fitting.map(({ methodId, type, fields }) => ({
        value: methodId,
        label: `${names.type(type)} ${ltr(masked(Object.values(fields).at(-1) ?? ''))}`,
      }))}
      value={draft.methods}
      onChange={draft.setMethods}
    />
  )
}

/** The coins that a seller gives, or that a buyer gets without the fee, which is rounded down. */
function coinsFor(
  { price, side }: Pick<P2pAdvert, 'price' | 'side'>,
  { value, feePercent }: { readonly value: Decimal; readonly feePercent: string },
) {
  const rounding = { scale: COIN_DECIMALS, mode: 'down' } as const
  const coins = div(value, decimal(price), rounding)
  const fee = div(mul(coins, decimal(feePercent)), decimal('100'), rounding)
  const moved = side === 'sell' ? sub(coins, fee) : coins
  return { coins: formatDecimal(moved, { trim: true }), fee: formatDecimal(fee, { trim: true }) }
}

function useDraft(advert: P2pAdvert, feePercent: string) {
  const [total, setTotal] = useState('')
  const [methods, setMethods] = useState<readonly string[]>([])
  const balances = useBalances().data
  const { advertId, version, price, minimum, maximum, asset } = advert
  const isBuying = advert.side === 'sell'
  const amount = finishAmount(total)
  const value = parseDecimal(amount)
  const moved = value === null ? undefined : coinsFor(advert, { value, feePercent })
  const available = balances?.find((each) => each.asset === asset)?.available ?? '0'
  const isOutside =
    value !== null && (compare(value, decimal(minimum)) < 0 || compare(value, decimal(maximum)) > 0)
  const isTooMuch =
    !isBuying && value !== null && compare(value, mul(decimal(available), decimal(price))) > 0
  const fault = isOutside
    ? ('p2p.outside' as const)
    : isTooMuch
      ? ('error.balance' as const)
      : undefined
  const isReady = value !== null && fault === undefined && (isBuying || methods.length > 0)
  const terms: TakeTerms | undefined = isReady
    ? { advertId, version, price, total: amount, ...(isBuying ? {} : { methodIds: methods }) }
    : undefined
  return { total, setTotal, methods, setMethods, moved, fault, terms }
}

/** What refusals mean here; sales stop for other reasons than purchases. */
const REFUSALS = {
  '40205': 'p2p.worse',
  '40240': 'p2p.outside',
  '40241': 'p2p.gone',
  '40401': 'p2p.gone',
  '00004': 'p2p.stopped',
} as const

function useTake({ advert, onDone }: { readonly advert: P2pAdvert; readonly onDone: () => void }) {
  const t = useP2pMessages()
  const to = useLocalePath()
  const navigate = useNavigate()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<TakeTerms>('p2p', { decided: TAKE_DECIDED })
  const [isBusy, setBusy] = useState(false)
  const send = async (terms: TakeTerms) => {
    if (isBusy) return
    setBusy(true)
    const submitted = await dispatch(takeAdvert(terms, submitter))
    setBusy(false)
    if (submitted.status === 'accepted') {
      onDone()
      return navigate(to(`/p2p/orders/${submitted.response.orderId}`))
    }
    if (submitted.isUnknown) return toasts.error(t('advert.unknown'))
    const { code } = failureOf(submitted.error)
    const known = Object.entries(REFUSALS).find(
      ([refusal]) => refusal === code && (code !== '00004' || advert.side === 'sell'),
    )
    toasts.error(known ? t(known[1]) : leavingErrorText(submitted.error, t))
  }
  return { isBusy, send, advert }
}
