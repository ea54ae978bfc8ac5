import { useNumbers } from '@x/locale/react'
import { useTickers } from '@x/market/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { TextField } from '@x/ui/text-field'
import { useId, useState } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { crossesBest } from '../order-terms/index.ts'
import { PairCell, SideCell } from './cells.tsx'
import { reportOrder } from './orderEvents.ts'
import { useOrdersProduct } from './ordersProduct.ts'
import styles from './orders.module.css'
import { shiftedPrice } from './shiftedPrice.ts'

interface EditOrdersProps {
  readonly orders: readonly SpotOrder[]
  readonly onClose: () => void
  readonly onDone: () => void
}

interface ShiftedOrder {
  readonly order: SpotOrder
  readonly spec: SpotSymbol
  /** `null`: the order would have no price left. */
  readonly price: string | null
}

/** Moves the prices of several orders by the same percentage. */
export default function EditOrders(props: EditOrdersProps) {
  return (
    <PageTexts>
      <EditDialog {...props} />
    </PageTexts>
  )
}

const lastAsBest = (last: string | null) => ({ bestBid: last, bestAsk: last })

const PERCENT = /^[+-]?\d{1,3}(\.\d{1,4})?$/

function EditDialog({ orders, onClose, onDone }: EditOrdersProps) {
  const t = usePageMessages()
  const formId = useId()
  const specs = useOrdersProduct().useSpecs()
  const [percent, setPercent] = useState('')
  const { submit, isSending } = useSubmit({ onClose, onDone })
  const text = percent.trim().replace(',', '.')
  const isRead = PERCENT.test(text) && Number(text) !== 0
  const shifted = orders.flatMap((order): ShiftedOrder[] => {
    const spec = specs.get(order.symbol)
    if (!spec || order.price === null) return []
    const { side, price } = order
    const moved = isRead ? shiftedPrice(price, { percent: text, tick: spec.tickSize, side }) : price
    return [{ order, spec, price: moved }]
  })
  const crosses = useCrossing(shifted)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('orders.changeSelected', { count: orders.length })}
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isSending}
            disabled={!isRead || crosses || shifted.some(({ price }) => price === null)}
            disabledReason={t(crosses ? 'orders.shiftCrosses' : 'orders.unchanged')}
          >
            {t('orders.edit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles['edit']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isRead && !isSending && !crosses) void submit(shifted)
        }}
      >
        <TextField
          label={t('orders.shiftPrices')}
          inputMode="decimal"
          // A sign stays before its number in every language.
          dir="ltr"
          placeholder="-0.5"
          value={percent}
          onChange={setPercent}
          // The first field of a dialog is where its keyboard user wants to be.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        <ShiftedPrices shifted={shifted} />
        {crosses ? (
          <p className={styles['note']} role="alert" data-refused="">
            {t('orders.shiftCrosses')}
          </p>
        ) : (
          <p className={styles['note']}>{t('orders.placeInQueue')}</p>
        )}
      </form>
    </Dialog>
  )
}

/** Whether one would trade at once: it is changed alone, where its own question is asked. */
function useCrossing(shifted: readonly ShiftedOrder[]): boolean {
  const tickers = useTickers(useMarket(), [...new Set(shifted.map(({ order }) => order.symbol))])
  return shifted.some(({ order: { side, symbol }, price }) =>
    crossesBest({ side, price }, lastAsBest(tickers[symbol]?.last ?? null)),
  )
}

/** What stands, and what will stand. */
function ShiftedPrices({ shifted }: { readonly shifted: readonly ShiftedOrder[] }) {
  const numbers = useNumbers('trading')
  const figure = (price: string | null, spec: SpotSymbol) =>
    numbers.number(price, { digits: spec.pricePlace, purpose: 'price' })
  return (
    <ul className={styles['shifts']}>
      {shifted.map(({ order, spec, price }) => (
        <li key={order.orderId} className={styles['cardLine']}>
          <span>
            <SideCell order={order} /> <PairCell symbol={order.symbol} spec={spec} />
          </span>
          <NumberText>
            {figure(order.price, spec)} → {figure(price, spec)}
          </NumberText>
        </li>
      ))}
    </ul>
  )
}

function useSubmit({ onClose, onDone }: Pick<EditOrdersProps, 'onClose' | 'onDone'>) {
  const t = usePageMessages()
  const services = useServices()
  const [amend] = useOrdersProduct().useAmend()
  const [isSending, setSending] = useState(false)
  const submit = async (shifted: readonly ShiftedOrder[]) => {
    setSending(true)
    const changed = shifted.filter(({ order, price }) => price !== null && price !== order.price)
    const answers = await Promise.all(
      changed.map(({ order, price }) => amend({ orderId: order.orderId, price: price ?? '' })),
    )
    const done = answers.filter(({ error }) => !error).length
    const text = t('orders.changedMany', { done, total: shifted.length })
    const kind = done === shifted.length ? 'success' : 'warning'
    reportOrder(services, { kind, text })
    setSending(false)
    onDone()
    onClose()
  }
  return { submit, isSending }
}
