import { compare, decimal, formatDecimal, roundToStep, ZERO } from '@x/decimal'
import { useBook } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { useState } from 'react'
import { useCachedBalances } from '../../data/hooks/accountData.ts'
import { usePendingOrdersStore } from '../../data/hooks/usePendingOrdersStore.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { selectSessionKey, selectUser } from '../../data/store/slice.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { orderRisks } from '../order-terms/index.ts'
import { newDraft, type OrderDraft } from './orderDraft.ts'
import { orderFigures } from './orderFigures.ts'
import styles from './orderTicket.module.css'
import { orderSummary } from './OrderSummary.tsx'
import { createOrderSubmitter, problemText, trading } from './spotTrading.ts'
import { useNoOrders } from './useReadOnly.ts'
import { useSubmitText } from './useSubmitText.ts'

export interface CloseHoldingProps {
  readonly asset: string
}

/** A holding can be sold where a pair of its coin is listed. */
const pairFor = (asset: string, symbols: ReadonlyMap<string, SpotSymbol>): SpotSymbol | undefined =>
  symbols.get(`${asset}USDT`) ?? [...symbols.values()].find(({ base }) => base === asset)

/** Sells all that is available of an asset at the market, after a question with figures. */
export default function CloseHolding(props: CloseHoldingProps) {
  return (
    <PageTexts>
      <CloseButton {...props} />
    </PageTexts>
  )
}

function CloseButton({ asset }: CloseHoldingProps) {
  const t = usePageMessages()
  const session = useAppSelector(selectSessionKey)
  // Of the session that asked: another user or realm sells nothing.
  const [openFor, setOpenFor] = useState<string | undefined>(undefined)
  const spec = pairFor(asset, useSymbolIndex())
  const available = useCachedBalances()?.find((row) => row.asset === asset)?.available ?? '0'
  if (!spec) return null
  const amount = roundToStep(decimal(available), { step: decimal(spec.stepSize), mode: 'down' })
  const name = t('orders.sellHolding', { asset })
  return (
    <>
      <Button
        size="mini"
        variant="ghost"
        aria-label={name}
        disabled={compare(amount, ZERO) === 0}
        disabledReason={t('spot.notEnough', { limit: available, unit: asset })}
        onClick={() => setOpenFor(session)}
      >
        {t('orders.sellAtMarket')}
      </Button>
      {openFor !== undefined && openFor === session ? (
        <CloseDialog
          spec={spec}
          amount={formatDecimal(amount, { trim: true })}
          onClose={() => setOpenFor(undefined)}
        />
      ) : null}
    </>
  )
}

interface CloseDialogProps {
  readonly spec: SpotSymbol
  readonly amount: string
  readonly onClose: () => void
}

/** What is sold is what was asked for when the dialog opened; its figures follow the book. */
function CloseDialog({ spec, amount, onClose }: CloseDialogProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const readOnly = useNoOrders(spec)
  const text = useSubmitText(spec)
  const [draft] = useState((): OrderDraft => ({ ...newDraft('sell'), type: 'market', amount }))
  const book = useBook(useMarket(), spec.symbol, NORMAL_UPDATES)
  const vipLevel = useAppSelector(selectUser)?.vipLevel ?? 0
  const { send, isSending, refusal } = useSend(spec, { draft, onClose })
  const available = { base: draft.amount, quote: '0' }
  const verdict = trading.check(draft, { book, ticker: undefined, spec, available })
  const [problem] = Object.values(verdict.problems)
  const wrong = problem && problemText(problem, { t, numbers, spec, draft })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<CoinTitle asset={spec.base}>{t('spot.confirmSell', { base: spec.base })}</CoinTitle>}
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            variant="sell"
            loading={isSending}
            disabled={readOnly !== undefined || !verdict.isReady}
            disabledReason={readOnly ?? wrong ?? t('spot.noOpposite')}
            onClick={() => void send()}
          >
            {text(
              'sell',
              `${numbers.number(amount, { digits: decimalsOfStep(amount) })} ${spec.base}`,
            )}
          </Button>
        </>
      }
    >
      {orderSummary({
        spec,
        draft,
        figures: orderFigures({ draft, spec, book, vipLevel }),
        risks: orderRisks({ spec, book, limit: undefined }),
        onLast: undefined,
      })}
      {(refusal ?? wrong) ? (
        <p className={styles['refusal']} role="alert">
          {refusal ?? wrong}
        </p>
      ) : null}
    </Dialog>
  )
}

/** Sends the sale as the order form would; the same attempt is never placed twice. */
function useSend(
  spec: SpotSymbol,
  { draft, onClose }: { readonly draft: OrderDraft; readonly onClose: () => void },
) {
  const services = useServices()
  const dispatch = useAppDispatch()
  const pendingOrders = usePendingOrdersStore()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [submitter] = useState(() =>
    createOrderSubmitter({ trading, spec, services, pendingOrders, dispatch }),
  )
  const send = async () => {
    if (isSending) return
    setSending(true)
    const refused = await submitter.submit(draft)
    setSending(false)
    setRefusal(refused?.text)
    if (!refused) onClose()
  }
  return { send, isSending, refusal }
}
