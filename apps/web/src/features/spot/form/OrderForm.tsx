import { useBook, useTicker } from '@x/market/react'
import { Button, ButtonLink } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Slider } from '@x/ui/slider'
import type { FormEvent } from 'react'
import { Link } from '../../../app/router/Link.tsx'
import { useLocalePath } from '../../../app/paths.ts'
import { useAppSelector, useServices } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import type { Side, SpotSymbol } from '../../orders/model.ts'
import { selectUser } from '../../session/slice.ts'
import type { PriceDesk } from '../pickedPrice.ts'
import { AvailableLine } from './AvailableLine.tsx'
import { checkDraft } from './draftOrder.ts'
import { Estimates } from './Estimates.tsx'
import styles from './form.module.css'
import { OrderFields } from './OrderFields.tsx'
import { changeSide, changeType, setShare } from './orderDraft.ts'
import { orderFigures } from './orderFigures.ts'
import { useAvailable } from './useAvailable.ts'
import { useConfirmMarket } from './useConfirmMarket.ts'
import { useOrderDraft } from './useOrderDraft.ts'
import { useOrderTexts } from './useOrderTexts.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'

export interface OrderFormProps {
  readonly spec: SpotSymbol
  readonly prices: PriceDesk
  readonly initialSide?: Side
  readonly onPlaced?: () => void
}

/** Limit and market orders of one pair. Nothing is judged before its field has been left once. */
export function OrderForm({ spec, prices, initialSide = 'buy', onPlaced }: OrderFormProps) {
  const t = useMessages()
  const { market } = useServices()
  const user = useAppSelector(selectUser)
  const ticker = useTicker(market, spec.symbol)
  const book = useBook(market, spec.symbol)
  const available = useAvailable(spec)
  const texts = useOrderTexts(spec)
  const { draft, edit, left, leave, refusals, refuse, reset } = useOrderDraft({ spec, prices, initialSide, lastPrice: ticker?.last })
  const { place, isPlacing } = usePlaceOrder(spec)
  const confirmMarket = useConfirmMarket(spec)
  const lastPrice = ticker?.last ?? null
  const check = checkDraft(draft, { symbol: spec, lastPrice, bestBid: book?.bids[0]?.price ?? null, bestAsk: book?.asks[0]?.price ?? null, available })
  const figures = orderFigures({ draft, spec, book, vipLevel: user?.vipLevel ?? 0 })
  const first = Object.values(check.problems)[0]
  const reason = check.missing ? texts.missing(check.missing) : first ? texts.problem(first, { side: draft.side, lastPrice }) : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!user || !check.isReady || isPlacing) return
    if (draft.type === 'market' && !(await confirmMarket(draft, figures))) return
    const refusal = await place(draft)
    if (refusal) return refuse(refusal)
    reset()
    onPlaced?.()
  }

  return (
    <form className={styles['form']} aria-label={t('spot.form')} noValidate onSubmit={(event) => void submit(event)}>
      <SegmentedControl
        aria-label={t('spot.side')}
        block
        value={draft.side}
        onChange={(side) => edit(changeSide(draft, side))}
        segments={[
          { key: 'buy', label: t('spot.buy'), tone: 'up' },
          { key: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
      />
      <SegmentedControl
        aria-label={t('spot.orderType')}
        block
        size="small"
        value={draft.type}
        onChange={(type) => edit(changeType(draft, type))}
        segments={[
          { key: 'limit', label: t('spot.limit') },
          { key: 'market', label: t('spot.market') },
        ]}
      />
      <AvailableLine spec={spec} side={draft.side} available={available} />
      <OrderFields spec={spec} draft={draft} edit={edit} left={left} leave={leave} check={check} refusals={refusals} problemText={(problem) => texts.problem(problem, { side: draft.side, lastPrice })} />
      <Slider
        label={t('spot.share')}
        value={draft.share}
        tone={draft.side === 'buy' ? 'up' : 'down'}
        disabled={!available}
        onChange={(share) => available && edit(setShare(draft, { share, available, spec }))}
      />
      <Estimates spec={spec} draft={draft} figures={figures} />
      {refusals.whole ? <p className={styles['refusal']} role="alert">{refusals.whole}</p> : null}
      {user ? (
        <Button type="submit" variant={draft.side} size="large" block loading={isPlacing} disabled={!check.isReady} disabledReason={reason}>
          {texts.submit(draft.side)}
        </Button>
      ) : (
        <GuestDoor />
      )}
    </form>
  )
}

function GuestDoor() {
  const t = useMessages()
  const to = useLocalePath()
  return (
    <ButtonLink variant="primary" size="large" block render={(props) => <Link {...props} to={to('/login')} />}>
      {t('spot.loginToTrade')}
    </ButtonLink>
  )
}
